import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { headingFont } from './scripts/heading-font.ts'
import { softwareList } from './scripts/software.ts'

// Modules needed by every page are bundled into two chunks instead of two dozen, and those needed by every page that
// shows sitters into a third, for fewer requests and better compression. `format`, `words` and `codes` stay apart from the
// third, which would otherwise take them in and be loaded by every page that needs one of them.
const shared = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler|zustand|cookie|set-cookie-parser)\//,
  },
  {
    name: 'site',
    test: /\/web\/(layout\/|persisted|paths|api\.ts|accounts\/account-store|identity\/session-started|ui\/(button|cx|card|render-link|fonts|portrait\/(portrait|url)|skeleton)\.)|lucide-react\/dist\/esm\/(createLucideIcon|defaultAttributes|Icon|context|shared|icons\/star\.)/,
  },
  { name: 'format', test: /\/(web\/format|contract\/entries)\./ },
  { name: 'words', test: /\/web\/words\./ },
  { name: 'codes', test: /\/contract\/codes\./ },
  {
    name: 'sitter-parts',
    test: /\/web\/(search\/(why-here|filter-words|dropdown)|ui\/(badge|photo|rating|stars)\.)/,
  },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter(), headingFont(), softwareList()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups: shared } } } }),
  },
  server: { fs: { strict: true } },
}))
