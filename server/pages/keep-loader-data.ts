import type { LoaderFunction, RouterContext, ServerBuild } from 'react-router'
import type { Rendering } from '#web/layout/contexts.ts'

/**
 * Keeps what the loaders return for a page, so that the entry of the build can send it, and gives the router nothing in
 * its place, which it would encode in three times the time.
 */
export function keepLoaderData(build: ServerBuild, rendering: RouterContext<Rendering>): ServerBuild {
  const keeping =
    (routeId: string, load: LoaderFunction): LoaderFunction =>
    async (args) => {
      const result: unknown = await load(args)
      const { data } = args.context.get(rendering)
      if (!data || !isPlain(result)) return result
      data.set(routeId, result)
      return null
    }
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader
    return [id, loader ? { ...route, module: { ...route.module, loader: keeping(id, loader) } } : route]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/** False for answers, and for data with a status or headers, which only the router understands. */
const isPlain = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && Object.getPrototypeOf(result) === Object.prototype
