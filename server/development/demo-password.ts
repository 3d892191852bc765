/** The password of all people of a demo town. It is printed at each start in development, so it is not secret. */
export const demoPassword = 'sitwell-demo-2026'
