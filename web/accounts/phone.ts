/** Converts "00351 912-345-678" to "+351912345678"; the server decides whether the number is valid. */
export const plainPhone = (typed: string): string => typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
