import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** The site map. */
export default [
  layout('layout/site-layout.tsx', [
    index('home/home-page.tsx'),
    route('sitters', 'search/search-page.tsx'),
    route('sitters/:sitterId', 'sitters/sitter-page.tsx'),
    ...prefix('blog', [index('blog/blog-page.tsx'), route(':postId', 'blog/post-page.tsx')]),
    route('how-it-works', 'blog/how-it-works-page.tsx'),
    ...prefix('legal', [
      route('ranking', 'search/ranking-page.tsx'),
      route('holidays', 'holidays/holidays-page.tsx'),
      route(':page', 'blog/legal-page.tsx'),
    ]),
    ...prefix('help', [index('blog/help-page.tsx'), route(':slug', 'blog/help-article-page.tsx')]),
    route('i/:code', 'accounts/invite-page.tsx'),
    route('account', 'accounts/account-layout.tsx', [
      index('accounts/account-page.tsx'),
      route('security', 'identity/security/security-page.tsx'),
      route('pets/new', 'pets/new-pet-page.tsx'),
      route('pets/:petId', 'pets/pet-page.tsx'),
      route('sitters/new', 'sitters/new-sitter-page.tsx'),
      route('sitters/:sitterId', 'sitters/own-sitter-page.tsx'),
      route('bookings', 'bookings/bookings-page.tsx'),
      route('bookings/:bookingId', 'bookings/booking-page.tsx'),
      route('bookings/:bookingId/receipt', 'bookings/receipt-page.tsx'),
      route('earnings', 'bookings/earnings-page.tsx'),
      route('fee-invoices', 'invoices/own-invoices-page.tsx'),
      route('fee-invoices/:invoiceId', 'invoices/own-invoice-page.tsx'),
      route('statements', 'bookings/statements-page.tsx'),
      route('invite', 'accounts/own-invite-page.tsx'),
    ]),
    ...prefix('admin', [
      route('sitters', 'admin/sitters-page.tsx'),
      route('sitters/:sitterId', 'admin/sitter-page.tsx'),
      route('cases', 'admin/cases-page.tsx'),
      route('cases/:caseId', 'admin/case-page.tsx'),
      route('bookings/:bookingId', 'admin/booking-page.tsx'),
      route('disputes', 'admin/disputes-page.tsx'),
      route('fee-invoices', 'admin/fee-invoices-page.tsx'),
      route('promo-codes', 'admin/promo-codes-page.tsx'),
      route('holidays', 'admin/holidays-page.tsx'),
    ]),
    route('dev/ui', 'dev/ui-route.tsx'),
    route('*', 'layout/not-found.tsx'),
  ]),
  ...prefix('auth', [
    route('sign-in', 'identity/sign-in-page.tsx'),
    route('sign-up', 'identity/sign-up-page.tsx'),
    route('forgot-password', 'identity/forgot-password-page.tsx'),
    route('action', 'identity/action-page.tsx'),
  ]),
] satisfies RouteConfig
