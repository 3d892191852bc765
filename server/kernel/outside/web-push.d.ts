/** The part of web-push 3.6.7 that is used; the package has no types of its own. */
declare module 'web-push' {
  type Options = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
    TTL: number
    urgency: 'very-low' | 'low' | 'normal' | 'high'
    topic?: string
  }
  type Details = { method: string; headers: Record<string, string | number>; body: Buffer; endpoint: string }
  const webPush: {
    generateVAPIDKeys(): { publicKey: string; privateKey: string }
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: Options,
    ): Details
  }
  export default webPush
}
