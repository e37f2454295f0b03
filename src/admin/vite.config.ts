import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where it runs is the builder's to say (`base`); which stage it runs in is read at start from `config.json`. */
export default defineConfig({
  plugins: [react()],
  root: import.meta.dirname,
  // Whatever the environment says: a test builds what is deployed.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { development: false } },
  build: {
    target: 'es2022',
    // Everything is a file: the policy allows nothing inline, data addresses of images excepted.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
