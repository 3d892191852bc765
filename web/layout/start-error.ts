const crawlers = /bot|crawl|spider|lighthouse|preview|facebookexternalhit|slurp|embedly|whatsapp|telegram/i

let savedHtml: string | undefined

/** Called before hydration, because a failed start clears the document. */
export function savePageForCrawlers(): void {
  if (crawlers.test(navigator.userAgent)) savedHtml = document.documentElement.innerHTML
}

/** Shows an error page if the app fails to start. For crawlers the failure is only logged and the page is restored. */
export function renderStartError(error: unknown): void {
  console.error('The app could not start.', error)
  if (savedHtml !== undefined) {
    if (document.documentElement.innerHTML !== savedHtml) document.documentElement.innerHTML = savedHtml
    return
  }
  const message = error instanceof Error && error.message ? error.message : 'Internal Server Error'
  const main = document.createElement('main')
  main.setAttribute(
    'style',
    'max-width:40rem;margin:20vh auto;padding:0 1rem;font-family:system-ui;text-align:center',
  )
  const add = (tag: string, text: string) =>
    main.append(Object.assign(document.createElement(tag), { textContent: text }))
  add('p', '500')
  add('h1', message)
  add('p', 'Something went wrong on our side. Reload the page, or go home.')
  main.append(Object.assign(document.createElement('a'), { href: '/', textContent: 'Go to the home page' }))
  document.body.replaceChildren(main)
}
