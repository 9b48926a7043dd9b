import { createHash, randomUUID } from 'node:crypto'
import type { IDataObject, IHookFunctions } from '../../n8n-workflow.ts'
import { plauditRequest, spaceOf } from '../../plaudit-request.ts'
import { multipartForm } from './multipart-form.ts'

type Caller = Pick<IHookFunctions, 'getCredentials' | 'helpers'>
/** Reads a field of the node as text, without spaces around it. */
type Field = (name: string) => string
/** The fields that are not empty. */
const filled = (fields: Record<string, string>) =>
	Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''))

const columns = 'id,status,kind,title,body,rating,author_name,author_title,author_company,locale,source,submitted_at'
const one = (rows: IDataObject | IDataObject[]) => {
	const row = Array.isArray(rows) ? rows[0] : rows
	if (!row) throw new Error('There is no such testimonial in the space of this key.')
	return row
}
const named = (id: string) => {
	if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Error('The id of a testimonial is a UUID.')
	return `eq.${id}`
}

/** The operations of the node by name. No operation changes words or stars: the server has none. */
export const operations: Record<string, (caller: Caller, field: Field) => Promise<IDataObject | IDataObject[]>> = {
	async ask(caller, field) {
		const optional = filled({ name: field('name'), company: field('company'), locale: field('locale') })
		const form = field('form')
		const body = {
			event: field('event') || 'order.delivered',
			reference: field('reference'),
			at: new Date(field('at') || Date.now()).toISOString(),
			person: { email: field('email'), ...optional },
			...(form === '' ? {} : { ask: { form, now: true } }),
		}
		return plauditRequest(caller, { method: 'POST', url: '/functions/v1/events-in', body })
	},

	async create(caller, field) {
		const reference = field('reference')
		const form = multipartForm({
			space_id: await spaceOf(caller),
			id: reference === '' ? randomUUID() : idOf(reference),
			body: field('words'),
			name: field('name'),
			...filled({
				rating: field('rating'),
				company: field('company'),
				locale: field('locale'),
				origin: field('origin'),
			}),
		})
		return plauditRequest(caller, { method: 'POST', url: '/functions/v1/testimonial', ...form, json: false }).then(
			(answer) => (typeof answer === 'string' ? (JSON.parse(answer) as IDataObject) : answer),
		)
	},

	async get(caller, field) {
		const qs = { select: columns, id: named(field('id')) }
		return one(await plauditRequest(caller, { method: 'GET', url: '/rest/v1/testimonials', qs }))
	},

	async search(caller, field) {
		const limit = Math.min(Math.max(Number(field('limit')) || 50, 1), 100)
		const query = field('query')
		const status = field('status')
		const filter = status === '' ? {} : { status: `eq.${status}` }
		const url = '/rest/v1/testimonials'
		if (query === '') {
			const qs = { select: columns, order: 'submitted_at.desc', limit, ...filter }
			return plauditRequest(caller, { method: 'GET', url, qs })
		}
		const body = { space_id: await spaceOf(caller), query, most: limit }
		const found = await plauditRequest(caller, { method: 'POST', url: '/rest/v1/rpc/search_testimonials', body })
		const ids = (found as IDataObject[]).map(({ id }) => String(id))
		if (ids.length === 0) return []
		const qs = { select: columns, id: `in.(${ids.join()})`, ...filter }
		const rows = (await plauditRequest(caller, { method: 'GET', url, qs })) as IDataObject[]
		return rows.sort((a, b) => ids.indexOf(String(a.id)) - ids.indexOf(String(b.id)))
	},

	approve: (caller, field) => setStatus(caller, field('id'), 'approved'),
	reject: (caller, field) => setStatus(caller, field('id'), 'rejected'),

	async tag(caller, field) {
		const testimonial_id = field('id')
		named(testimonial_id)
		const headers = { Prefer: 'resolution=ignore-duplicates' }
		const name = field('tag')
		const body = { space_id: await spaceOf(caller), name }
		await plauditRequest(caller, { method: 'POST', url: '/rest/v1/tags?on_conflict=space_id,name', headers, body })
		const qs = { select: 'id', name: `eq.${name}` }
		const { id } = one(await plauditRequest(caller, { method: 'GET', url: '/rest/v1/tags', qs }))
		const row = { testimonial_id, tag_id: id }
		await plauditRequest(caller, { method: 'POST', url: '/rest/v1/testimonial_tags', headers, body: row })
		return { id: testimonial_id, tag: name }
	},
}

async function setStatus(caller: Caller, id: string, status: string): Promise<IDataObject> {
	const options = { qs: { select: columns, id: named(id) }, headers: { Prefer: 'return=representation' } }
	const url = '/rest/v1/testimonials'
	return one(await plauditRequest(caller, { method: 'PATCH', url, ...options, body: { status } }))
}

/** The same UUID for the same reference, so that a flow that runs twice adds one testimonial. */
function idOf(reference: string): string {
	const hex = createHash('sha256').update(`n8n-nodes-plaudit:${reference}`).digest('hex')
	const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
