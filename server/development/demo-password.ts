/** Of all people of a demo town; printed at each start of development, so it is nobody's secret. */
export const demoPassword = 'sitwell-demo-2026'
