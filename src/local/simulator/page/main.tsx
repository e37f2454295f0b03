import { Controls } from './Controls.tsx';
import { showPage } from './Page.tsx';
import { Phone } from './Phone.tsx';
import { Requests } from './Requests.tsx';

showPage({
  title: 'Phone simulator',
  about: 'Chat with the demo tenants through each provider, with or without failures.',
  links: [
    ['/', 'Front page'],
    ['/desk', 'Contact center'],
    ['/admin/', 'Console'],
  ],
  children: (
    <>
      <Controls />
      <Phone />
      <Requests />
    </>
  ),
});
