import { render } from 'vitest-browser-react'
import { App } from '#web/app/app.tsx'

/** Renders the app without a session at a path, such as `auth?mode=link`. */
export function openSignIn(path: string) {
	history.replaceState(null, '', `/${path}`)
	return render(<App />)
}

/** A refusal as auth/v1 sends it. */
export const authFailure = (status: number, code: string, message = code): Response =>
	Response.json(
		{ code, message },
		{
			status,
			headers: {
				'x-supabase-api-version': '2024-01-01',
				'access-control-expose-headers': 'x-supabase-api-version',
			},
		},
	)
