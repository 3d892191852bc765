import type { ComponentProps, ReactNode } from 'react'

export type LinkProps = Pick<
  ComponentProps<'a'>,
  'className' | 'children' | 'aria-current' | 'aria-label' | 'onClick' | 'onKeyDown' | 'role' | 'tabIndex'
> & {
  href: string
}

/** Renders a link; pass one that returns the router's link. */
export type RenderLink = (props: LinkProps) => ReactNode

export const plainLink: RenderLink = ({ children, ...rest }) => <a {...rest}>{children}</a>
