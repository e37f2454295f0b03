// Shows notifications where pages may not make them themselves (Chrome on Android), and opens what is clicked.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find((one) => one.url.startsWith(url.slice(0, url.lastIndexOf('/')))) ?? pages[0];
    return page ? page.focus() : self.clients.openWindow(url);
  };
  event.waitUntil(open());
});
