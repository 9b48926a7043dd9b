import { expect, it } from 'vitest'
import type { Route } from '#platform/http/routing/route.ts'
import type { Trust } from '#platform/http/routing/route-options.ts'
import { createApp } from '#server/app.ts'
import { openTestDeps } from '#test/support/test-deps.ts'

const callers: Record<Trust, string> = {
	public: 'anybody',
	key: 'a project key',
	openKey: 'anybody, with a good key if any',
	caller: 'a key or token',
	user: 'a user',
	admin: 'the service key',
	link: 'a signed link',
	operator: 'the operator',
}

/** The Markdown of all routes of the wires, from the route table. */
function routeTables(routes: readonly Route[]): string {
	const intro = `# Routes of the wires

Every route with its caller, its rate limit and its conditions, from the table that the server uses. \`npx vitest run test/system/wire-routes -u\` writes this page.
`
	const wires = Map.groupBy(
		routes.filter(({ path }) => /^\/\w+\/v1\//.test(path)),
		({ path }) => path.split('/').slice(1, 3).join('/'),
	)
	return [intro, ...[...wires].map(([wire, rows]) => `## ${wire}\n${routeTable(wire, rows)}`)].join('\n')
}

function routeTable(wire: string, routes: readonly Route[]): string {
	const rows = routes.map(({ method, path, options: { trust = 'public', limit, captcha, flag } }) => {
		const conditions = [flag && `feature \`${flag}\``, captcha && (captcha === true ? 'captcha' : 'captcha for some')]
		const limited = limit === 'byBody' ? 'by the body' : limit ? `\`${limit}\`` : ''
		const name = `\`${method} ${path.slice(wire.length + 1)}\``
		return `| ${name} | ${callers[trust]} | ${limited} | ${conditions.filter(Boolean).join(', ')} |`
	})
	return ['| route | caller | rate limit | conditions |', '| --- | --- | --- | --- |', ...rows, ''].join('\n')
}

it('docs/wire-routes.md lists the routes of every wire', async () => {
	const opened = await openTestDeps({ SAML_ENABLED: 'on', PASSKEYS_ENABLED: 'on' })
	try {
		const { router } = await createApp(opened.deps)
		await expect(routeTables(router.routes)).toMatchFileSnapshot('../../docs/wire-routes.md')
	} finally {
		await opened.close()
	}
})
