import type { AddressBar } from '../auth/open-session.ts';

/** The application's root path, with slashes at both ends. */
export const rootPath = import.meta.env.BASE_URL;

/** At a host's root, `//evil.example` would be another site's address. */
const relative = (path: string) => path.replace(/^[/\\]+/, '');

/** The browser's address bar, seen from the application's root. */
export const addressBar: AddressBar = {
  read: () => relative(location.pathname.slice(rootPath.length)) + location.search,
  replace: (path) => history.replaceState(null, '', rootPath + relative(path)),
};
