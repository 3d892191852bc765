import { Link } from 'react-router'
import type { RenderLink } from '#web/ui/render-link.tsx'

/** Renders links with the router, for components that take a `RenderLink`. */
export const routerLink: RenderLink = ({ href, ...rest }) => <Link to={href} {...rest} />
