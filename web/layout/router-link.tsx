import { Link } from 'react-router'
import type { RenderLink } from '#web/ui/render-link.tsx'

/** For the parts that draw links: the router's own. */
export const routerLink: RenderLink = ({ href, ...rest }) => <Link to={href} {...rest} />
