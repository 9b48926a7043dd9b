/** Where this site's Plaudit answers, and what it shows. */
export const server = process.env.PLAUDIT_URL
export const wall = process.env.PLAUDIT_WALL
export const form = process.env.PLAUDIT_FORM
export const testimonial = process.env.PLAUDIT_TESTIMONIAL
