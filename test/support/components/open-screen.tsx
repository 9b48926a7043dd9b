import { render } from 'vitest-browser-react'
import type { ProfileRow, Role, SpaceMemberRow, SpaceRow } from '#shared/rows.ts'
import { App } from '#web/app/app.tsx'
import { answer, answerRows } from './answers.ts'

/** The signed-in person of component tests. */
export const person = { id: '11111111-1111-4111-8111-111111111111', email: 'owner@example.test' }

/** The space of component tests, as rest/v1 answers it. */
export const space = {
	id: '22222222-2222-4222-8222-222222222222',
	name: 'Bakery',
	brand: {},
	locale: 'en-GB',
	created_at: '2026-01-01T00:00:00Z',
	retention_days: null,
	milestones: { form: '2026-01-01T00:00:00Z', shared: null, first: null, wall: null, embedded: null },
} satisfies SpaceRow

/** Another member of the space, as rest/v1 answers it. */
export type Colleague = Pick<SpaceMemberRow, 'user_id' | 'role'> & {
	profile: Pick<ProfileRow, 'username' | 'full_name'>
}

/** Renders the app signed in, at a path below `/dashboard/`, in one space. Answers of the screen itself are given by the test. */
export async function openScreen(
	path: string,
	role: Role = 'owner',
	row: SpaceRow = space,
	colleagues: Colleague[] = [],
) {
	storeSession()
	answer({
		'GET /auth/v1/user': () => ({ ...person, factors: [] }),
		'GET /functions/v1/operator': () => ({ operator: false }),
	})
	const profile = { id: person.id, username: 'owner', full_name: null, avatar_path: null }
	const member = { space_id: row.id, user_id: person.id, role, has_agreed: true, created_at: row.created_at }
	const own = { ...member, space: row, profile }
	const isOfPerson = (request: Request) => new URL(request.url).searchParams.has('user_id')
	answerRows('space_members', (request) => (isOfPerson(request) ? [own] : [own, ...colleagues]))
	history.replaceState(null, '', `/dashboard/${path}`)
	return render(<App />)
}

/** Stores a session where the official client keeps it. The test's answers do not read its token. */
function storeSession(): void {
	const expires = Math.floor(Date.now() / 1000) + 3600
	const claims = { sub: person.id, role: 'authenticated', exp: expires, aal: 'aal1', session_id: person.id }
	const token = ['{"alg":"none"}', JSON.stringify(claims), 'signature'].map((part) => encode(part)).join('.')
	const user = {
		...person,
		aud: 'authenticated',
		app_metadata: {},
		user_metadata: {},
		created_at: space.created_at,
		factors: [],
	}
	const session = {
		access_token: token,
		refresh_token: 'refresh',
		token_type: 'bearer',
		expires_in: 3600,
		expires_at: expires,
		user,
	}
	localStorage.setItem(`sb-${window.location.hostname.split('.')[0]}-auth-token`, JSON.stringify(session))
}

const encode = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
