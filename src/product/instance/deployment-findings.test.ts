import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { createOperator } from '#test/support/create-operator.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const visitor = '198.51.100.77'
const proxied = { 'x-forwarded-for': visitor, host: 'www.praise.example.com' }

let app: TestApp
let origin: string
let operator: string
beforeAll(async () => {
	app = await createTestApp({
		OPERATORS: 'operator@example.test',
		SITE_URL: 'https://praise.example.com',
		METRICS_TOKEN: 'a token of sixteen letters',
	})
	origin = await app.listen()
	operator = (await createOperator(app)).token
	for (let at = 0; at < 60; at++) await fetch(`${origin}/config.json`, { headers: proxied })
})
afterAll(() => app.close())

/** Asks through the proxy. */
const ask = async (path: string, headers: Record<string, string> = {}) => {
	const answer = await fetch(`${origin}${path}`, { headers: { ...proxied, ...headers } })
	return { status: answer.status, text: await answer.text() }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

it('an operator sees each finding as a row and a warning with its remedy, and no address of a visitor', async () => {
	const { text } = await ask('/functions/v1/instance', bearer(operator))
	const { health, warnings } = JSON.parse(text) as InstanceReport
	const rows = health.filter(({ name }) => ['Proxy', 'Address', 'Backups', 'Mail'].includes(name))
	expect(rows.map(({ name, state, code }) => [name, state, code])).toEqual([
		['Proxy', 'warns', 'proxy_not_trusted'],
		['Address', 'warns', 'host_differs'],
		['Backups', 'warns', 'no_backups'],
	])
	expect(rows[0]?.detail).toContain('Set TRUSTED_PROXIES to the address from which the proxy reaches this server')
	expect(warnings).toEqual(rows.map(({ name, summary }) => `${name}: ${summary}`))
	expect(text).not.toMatch(/198\.51\.100|www\.praise/)
})

it('the report for support names the codes of the findings', async () => {
	const { text } = await ask('/functions/v1/instance?report', bearer(operator))
	expect(text).toMatch(/^ {2}Proxy +warns: proxy_not_trusted\. Requests come through a proxy/m)
	expect(text).not.toMatch(/198\.51\.100|praise\.example\.com/)
})

it('anonymous callers, strangers, members and the service key read no finding', async () => {
	const member = await app.person('member')
	await member.client.rpc('create_space', { name: 'Fernhill', slug: 'fernhill-findings' }).throwOnError()
	const stranger = await app.person('stranger')
	const { anonKey, serviceRoleKey } = app.deps.keys
	const callers = [{}, bearer(anonKey), bearer(serviceRoleKey), bearer(stranger.token), bearer(member.token)]
	const paths = [
		...['/functions/v1/instance', '/functions/v1/instance?report', '/functions/v1/operator', '/metrics'],
		...['/health', '/ready', '/config.json'],
	]
	for (const headers of callers)
		for (const path of paths)
			expect((await ask(path, headers)).text, path).not.toMatch(/proxy_not_trusted|TRUSTED_PROXIES/)
})

it('/metrics shows findings to the holder of its token alone, and without an address', async () => {
	const { text } = await ask('/metrics', bearer('a token of sixteen letters'))
	expect(text).toContain('plaudit_deployment_finding{code="proxy_not_trusted"} 1')
	expect(text).not.toMatch(/198\.51\.100|www\.praise/)
	expect((await ask('/metrics', bearer('another token of letters'))).status).toBe(404)
})

it('a finding about the proxy changes no answer: the forged address is still not believed', async () => {
	const direct = await fetch(`${origin}/config.json`)
	expect((await ask('/config.json')).text).toBe(await direct.text())
	expect((await ask('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status).toBe(404)
})
