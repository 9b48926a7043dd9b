import { createRequire } from 'node:module'
import type { JSHandle, Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'

const library = createRequire(import.meta.url).resolve('@supabase/supabase-js/dist/umd/supabase.js')

type ClientOptions = NonNullable<Parameters<typeof import('@supabase/supabase-js').createClient>[2]>

/**
 * An otherwise empty page of the server's own origin with the published official client.
 * @param at query and fragment of the page's URL
 * @returns the client; `evaluate` on it runs in the page
 */
export async function openClient(
	page: Page,
	url: string,
	at = '',
	auth: ClientOptions['auth'] = {},
): Promise<JSHandle<SupabaseClient>> {
	const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
	await page.route(/\/client(\?|$)/, (route) =>
		route.fulfill({
			contentType: 'text/html',
			body: '<!doctype html><script src="/client.js"></script>',
		}),
	)
	await page.route('**/client.js', (route) => route.fulfill({ path: library }))
	await page.goto(`${url}/client${at}`)
	return page.evaluateHandle(
		async ([key, options]) => {
			const { supabase } = window as unknown as {
				supabase: typeof import('@supabase/supabase-js')
			}
			return supabase.createClient(location.origin, key, { auth: options })
		},
		[anonKey, auth] as const,
	)
}
