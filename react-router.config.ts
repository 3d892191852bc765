import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Splits route modules so that a page loads only its own code.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
