/** Sources that the content security policy must allow for the hosted service. */
export const hostedSources = (authDomain: string): Record<string, string[]> => ({
  'connect-src': ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  'script-src': [
    'https://apis.google.com',
    'https://www.google.com/recaptcha/',
    'https://www.gstatic.com/recaptcha/',
  ],
  'frame-src': [`https://${authDomain}`, 'https://www.google.com/recaptcha/'],
})
