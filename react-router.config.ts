import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Route chunks without their server parts are split so that a page loads only its own code.
  splitRouteModules: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config
