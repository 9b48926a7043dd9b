/** A form, and its space: every query of a submission can name both. */
export type FormOfSpace = { id: string; space: { id: string } }
