import { describe, expect, it } from 'vitest';
import { routes } from '../../src/contract/routes.ts';
import { findRoute } from '../../src/http/find-route.ts';

describe('finding a route', () => {
  it.each(routes.map((route) => [route.method, route.path, route]))(
    '%s %s finds its own row',
    (method, path, route) => {
      expect(findRoute(String(method), String(path).replaceAll(/\{\w+\+?\}/g, 'x-1')).route).toBe(route);
    },
  );

  it('returns path parameters decoded', () => {
    const { parameters } = findRoute('GET', '/v1/webchat/conversations/a%2Bb/messages');
    expect(parameters).toEqual({ conversationId: 'a+b' });
  });

  it('refuses an unknown path with 404', () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/webchat/messages/',
      '/v2/webchat/messages',
      '/v1/webchat/conversations/%zz/messages',
    ]) {
      expect(() => findRoute('GET', path)).toThrow(
        expect.objectContaining({ status: 404, code: 'route_not_found' }),
      );
    }
  });

  it('finds no route that takes all, except by its own method', () => {
    expect(() => findRoute('GET', '/v1/admin/nothing')).toThrow(expect.objectContaining({ status: 404 }));
    expect(findRoute('OPTIONS', '/v1/admin/nothing/at/all').route.operation).toBe('admin-preflight');
    expect(() => findRoute('PATCH', '/v1/admin/flows/support')).toThrow(
      expect.objectContaining({ status: 405, headers: { allow: 'GET, DELETE, OPTIONS' } }),
    );
  });

  it('refuses an unknown method with 405 and lists the allowed ones', () => {
    expect(() => findRoute('DELETE', '/v1/webchat/messages')).toThrow(
      expect.objectContaining({ status: 405, headers: { allow: 'POST, OPTIONS' } }),
    );
  });
});
