import type { FormTexts, FormTextsByLanguage } from '#shared/form/form-texts.ts'
import type { FormDraftRow, FormQuestionRow, FormRow } from '#shared/form-rows.ts'
import { answer } from './answers.ts'
import { person, space } from './open-screen.tsx'

/** The form of component tests, as rest/v1 answers it. */
export const formRow = {
	id: '33333333-3333-4333-8333-333333333333',
	space_id: space.id,
	slug: 'bakery',
	name: 'Testimonials',
	title: 'What would you say about Bakery?',
	intro: '',
	accepts: ['text', 'photo'],
	rating: 'optional',
	title_rule: 'off',
	max_seconds: 120,
	consent_text: 'You may publish what I send.',
	reward_disclosure: '',
	thank_you: {},
	closed_text: '',
	author_fields: { company: 'optional', url: 'optional', avatar: 'optional', email: 'optional' },
	prompts: null,
	consent_texts: {},
	look: {},
	locale: 'en',
	is_open: true,
	auto_approve: [],
	created_at: '2026-01-01T00:00:00Z',
	updated_at: '2026-01-01T00:00:00Z',
} satisfies FormRow

/** A question of the form of component tests. */
export const questionRow = (change: Partial<FormQuestionRow>): FormQuestionRow => ({
	id: '44444444-4444-4444-8444-444444444444',
	space_id: space.id,
	form_id: formRow.id,
	position: 0,
	kind: 'short',
	label: 'Which frame?',
	tip: '',
	options: [],
	most: null,
	low_label: '',
	high_label: '',
	required: false,
	is_public: true,
	...change,
})

const texts = (title: string, consent_text: string, thank_you: string): FormTexts => ({
	title,
	consent_text,
	thank_you,
	link_label: 'https://example.com',
})
/** The texts that forms begin with. */
export const formTexts: FormTextsByLanguage = {
	en: texts('What would you say about {space}?', 'You may publish what I send.', 'Thank you. We read every word.'),
	de: texts('Was würden Sie über {space} sagen?', 'Sie dürfen es zeigen.', 'Vielen Dank. Wir lesen jede Nachricht.'),
	es: texts('¿Qué dirías de {space}?', 'Podéis publicarlo.', 'Gracias.'),
	fr: texts('{space}\u00a0: qu’en pensez-vous\u00a0?', 'Vous pouvez le publier.', 'Merci.'),
	ar: texts('ماذا تقول عن {space}؟', 'يمكنكم نشر ما أرسله.', 'شكرا.'),
}

/** A form on the server: reads show what was written, and a test changes it as another client would. */
export type ServerForm = { row: FormRow; questions: FormQuestionRow[]; draft: FormDraftRow | null }

/** Answers every request of the form's editor and of the list of forms from one form in memory. */
export function answerForm(change: Partial<FormRow> = {}, questions: FormQuestionRow[] = []): ServerForm {
	const server: ServerForm = { row: { ...formRow, ...change }, questions, draft: null }
	const noRow = () => Response.json([])
	const store = async (request: Request) => {
		if (request.method === 'POST' && server.draft) return Response.json({ code: '23505' }, { status: 409 })
		const asked = new URL(request.url).searchParams.get('version')
		if (asked && asked !== `eq.${server.draft?.version}`) return noRow()
		const values = request.method === 'DELETE' ? null : await request.json()
		const version = (server.draft?.version ?? 0) + 1
		const { version: stored = version, ...before } = server.draft ?? {}
		const place = { space_id: space.id, form_id: formRow.id, edited_by: person.id, edited_at: '2026-01-02T00:00:00Z' }
		server.draft = values && { ...before, ...place, ...values, version }
		const row = { version: values ? version : stored, edited_by: person.id, edited_at: place.edited_at }
		return request.headers.get('accept')?.includes('vnd.pgrst.object') ? row : [row]
	}
	answer({
		'GET /rest/v1/forms': (request) => {
			const embedded = {
				form_questions: server.questions,
				form_drafts: server.draft,
			}
			const row = { ...server.row, ...embedded }
			return request.headers.get('accept')?.includes('vnd.pgrst.object') ? row : [row]
		},
		'POST /rest/v1/forms': async (request) => {
			server.row = { ...formRow, ...(await request.json()) }
			return { id: server.row.id }
		},
		'PATCH /rest/v1/forms': async (request) => {
			server.row = { ...server.row, ...(await request.json()), updated_at: new Date().toISOString() }
			return [{ updated_at: server.row.updated_at }]
		},
		'POST /rest/v1/form_drafts': store,
		'PATCH /rest/v1/form_drafts': store,
		'DELETE /rest/v1/form_drafts': store,
		'POST /rest/v1/rpc/form_texts': () => formTexts,
		'POST /rest/v1/rpc/publish_form_draft': () => {
			const { questions: drafted = [], ...parts } = server.draft?.mine ?? {}
			server.row = { ...server.row, ...parts, updated_at: new Date().toISOString() }
			server.questions = drafted.map((question, position) => questionRow({ ...question, position }))
			server.draft = null
			return true
		},
		'POST /rest/v1/rpc/space_numbers': () => [],
		'POST /functions/v1/form-preview': () => ({ url: 'data:text/html,<title>Form</title><h1>A page</h1>' }),
	})
	return server
}
