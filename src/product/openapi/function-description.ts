import type { Json } from './schema.ts'

/** The part of the OpenAPI document about one function that its route does not declare. A test compares both lists. */
export type FunctionDescription = {
	summary: string
	/** Parameters of the address by name; `required` for those that it cannot do without. */
	query?: Record<string, Json & { required?: boolean; example?: unknown }>
	headers?: Record<string, string>
	body?: { type?: string; schema: Json; example?: unknown }
	/** The answer of success: JSON with a schema, bytes of another type, or nothing. */
	status: number
	answer?: Json
	answerType?: string
	/** Refusals of another protocol, beside ours. */
	refusal?: Json
}

/** Ids in examples. The test of all calls puts those of its own space in their place. */
export const exampleIds = {
	space: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a11',
	form: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a12',
	wall: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a13',
	testimonial: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a14',
	recording: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a15',
	invitation: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a16',
	bulk: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a17',
	import: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a18',
	added: '5f0c7f0e-6f0a-4c2e-9b0e-0d4b0c3f7a19',
} as const

/** The slug of the form and the wall in examples. */
export const exampleSlug = 'night-oven'
/** The wording of consent in examples. */
export const exampleWording = 'You may publish my words with my name.'
