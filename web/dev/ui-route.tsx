import UiPage from './ui-page.tsx'

export const meta = () => [{ title: 'Parts · Sitwell' }, { name: 'robots', content: 'noindex' }]

export default function UiRoute() {
  return <UiPage />
}
