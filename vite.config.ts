import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/chunks.ts'
import { headingFont } from './scripts/heading-font.ts'
import { joinFiles } from './scripts/join-files.ts'
import { landFiles } from './scripts/land-files.ts'
import { softwareList } from './scripts/software.ts'

const chunks = chunkGroups()

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    headingFont(),
    softwareList(),
    landFiles(),
    chunks.plugin,
    joinFiles('build/client'),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks.groups } } } } },
  },
  server: { fs: { strict: true } },
})
