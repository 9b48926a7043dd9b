import { setTimeout as pause } from 'node:timers/promises'
import { makeJwk } from '#platform/keys/jwk.ts'
import { withClient } from '#platform/pg/connections.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'
import { atMost, type Figure, plain, quantile } from './figure.ts'

const rounds = 200
/** Milliseconds between two looks at the other node: the error of each figure. */
const interval = 2

/** Measures how long another node on the same PostgreSQL serves an ended session, and a wall as it was. */
export async function measureNodes(): Promise<Figure[]> {
	const cluster = await startDebianCluster()
	await withClient(cluster.owner, (client) =>
		client.query("create database plaudit encoding 'UTF8' template template0"),
	)
	const { host, port, user, password } = cluster.owner
	const settings = {
		DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/plaudit`,
		JWT_KEYS: JSON.stringify([makeJwk()]),
		RATE_LIMITS: 'off',
	}
	const one = await startServer(settings)
	const other = await startServer(settings)
	try {
		const space = await makeSpace(one.url)
		const anonKey = await fetchAnonKey(one.url)
		const signOuts: number[] = []
		const wallChanges: number[] = []
		for (let round = 0; round < rounds; round++) {
			signOuts.push(await timeSignOut(one.url, other.url, anonKey, space))
			wallChanges.push(await timeWallChange(one.url, other.url, space, round))
		}
		return [
			plain('an ended session at another node, median', quantile(signOuts, 0.5), 'ms'),
			atMost('the same, p99', quantile(signOuts, 0.99), 'ms', 600),
			plain('a changed wall at another node, median', quantile(wallChanges, 0.5), 'ms'),
			atMost('the same, p99', quantile(wallChanges, 0.99), 'ms', 600),
		]
	} finally {
		await one.stop()
		await other.stop()
		await cluster.stop()
	}
}

/** Milliseconds from the answer of a sign-out at one node until the other refuses the access token. */
async function timeSignOut(one: string, other: string, anonKey: string, space: TestSpace): Promise<number> {
	const client = officialClient(one, anonKey)
	const { data } = await client.auth.signInWithPassword(space)
	const headers = { apikey: anonKey, authorization: `Bearer ${data.session?.access_token}` }
	const read = () => fetch(`${other}/rest/v1/spaces?select=id`, { headers })
	if ((await read()).status !== 200) throw new Error('the other node refuses a session that is open')
	await client.auth.signOut({ scope: 'local' })
	return until(async () => (await read()).status === 401)
}

/** Milliseconds from the answer to an approval at one node until the other's wall shows the testimonial. */
async function timeWallChange(one: string, other: string, space: TestSpace, round: number): Promise<number> {
	const body = `Seen at the other node, ${round}.`
	const { id } = await submitTestimonial(one, space, { body })
	const read = async () => (await fetch(`${other}/w/${space.slug}`)).text()
	// The page is cached there now.
	await read()
	await space.client.from('testimonials').update({ status: 'approved', is_pinned: true }).eq('id', id).throwOnError()
	const took = await until(async () => (await read()).includes(body))
	await space.client.from('testimonials').update({ status: 'archived' }).eq('id', id).throwOnError()
	return took
}

async function until(isSo: () => Promise<boolean>): Promise<number> {
	const began = performance.now()
	while (!(await isSo())) {
		if (performance.now() - began > 30_000) throw new Error('the other node did not follow within 30 seconds')
		await pause(interval)
	}
	return performance.now() - began
}
