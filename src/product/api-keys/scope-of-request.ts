import type { KeyedRequest } from '#platform/keys/issued-keys.ts'
import type { ApiKeyScope } from '#shared/api-key-scopes.ts'

/** The scope that opens each relation and procedure of rest/v1 to a key, for reading. */
const readScopes: Record<string, ApiKeyScope> = {
	forms: 'forms:read',
	form_questions: 'forms:read',
	walls: 'walls:read',
	wall_items: 'walls:read',
	testimonial_contacts: 'people:read',
	invitations: 'people:read',
	customer_events: 'people:read',
	'rpc/space_numbers': 'numbers:read',
	'rpc/form_counts': 'numbers:read',
	'rpc/invite_customers': 'invitations:write',
	'rpc/search_testimonials': 'testimonials:read',
	'rpc/unsearched_testimonials': 'testimonials:read',
	'rpc/testimonial_counts': 'testimonials:read',
	'rpc/tag_counts': 'testimonials:read',
	public_testimonials: 'testimonials:read',
	consents: 'testimonials:read',
	webhooks: 'testimonials:read',
	webhook_deliveries: 'testimonials:read',
	'rpc/create_webhook': 'testimonials:read',
	'rpc/rotate_webhook_secret': 'testimonials:read',
	'rpc/end_former_webhook_secret': 'testimonials:read',
	'rpc/restore_webhook_secret': 'testimonials:read',
	'rpc/count_webhook_replay': 'testimonials:read',
	'rpc/delete_webhook': 'testimonials:read',
}
const testimonialTables =
	/^(?:testimonials|testimonial_(?:versions|answers|events|tags)|media|captions|verifications|replies|tags)$/

const functionScopes: Record<string, ApiKeyScope> = {
	testimonial: 'submissions:write',
	'events-in': 'invitations:write',
	mcp: 'testimonials:read',
	'webhook-test': 'testimonials:read',
	'webhook-replay': 'testimonials:read',
	'webhook-body': 'testimonials:read',
}

/** The scope that a request needs; empty for one that needs none, and for what no key reaches. */
export function scopeOfRequest({ method = 'GET', path = '' }: KeyedRequest): ApiKeyScope | '' {
	const [, wire = '', version, ...rest] = path.split('/')
	if (version !== 'v1') return ''
	if (wire === 'storage') return 'testimonials:read'
	if (wire === 'functions') return functionScopes[rest[0] ?? ''] ?? ''
	if (wire !== 'rest') return ''
	const name = rest.slice(0, rest[0] === 'rpc' ? 2 : 1).join('/')
	if (!testimonialTables.test(name)) return readScopes[name] ?? ''
	return method === 'GET' || method === 'HEAD' ? 'testimonials:read' : 'testimonials:write'
}
