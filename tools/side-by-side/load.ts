import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { type Inbox, type RowChange, subscribe } from '#test/support/realtime/inbox.ts'
import type { ClientAnswer, Tally } from './tally.ts'

type Answer = ClientAnswer<unknown>

export type Acknowledged = { id: string; body: string }

/** The actions of visitors and members at all nodes, to be compared with the database. */
export type Done = { submissions: Acknowledged[]; approved: string[]; repeatedAs: { first: string; again: string }[] }

/** A node under load, and its subscriber to changes of testimonials. */
export type LoadedNode = { name: string; url: string; client: SupabaseClient; changes: Inbox<RowChange> }

/** Signs in at a node by the session of another one, as a browser does behind a balancer, and follows testimonials there. */
export async function openNode(name: string, url: string, space: TestSpace): Promise<LoadedNode> {
	const client = officialClient(url, await fetchAnonKey(url))
	const { error } = await client.auth.signInWithPassword({ email: space.email, password: space.password })
	if (error) throw error
	return { name, url, client, changes: await subscribe(client, { table: 'testimonials' }) }
}

/**
 * Starts visitors and members at a node.
 * @param rate submissions a second, whatever the answers take; without it three visitors send one after the other
 * @returns a function that ends them
 */
export function startLoad(
	node: LoadedNode,
	other: () => LoadedNode | undefined,
	space: TestSpace,
	tally: Tally,
	done: Done,
	rate?: number,
) {
	let isOver = false
	const forever = async (work: () => Promise<unknown>) => {
		while (!isOver) await Promise.all([work(), rate && wait(200)])
	}
	const send = () => submit(node, other(), space, tally, done)
	const visitors = rate ? [sendAtRate(rate, () => isOver, send)] : Array.from({ length: 3 }, () => forever(send))
	const all = Promise.all([
		...visitors,
		forever(() => moderate(node, space, tally, done)),
		forever(() => readPages(node, space, tally)),
		forever(() => edit(node, space, tally)),
		forever(() => readAsMember(node, space, tally)),
	])
	return async () => {
		isOver = true
		await all
	}
}

/** Sends as many as are due, without waiting for answers. @returns once all are answered */
async function sendAtRate(rate: number, isOver: () => boolean, send: () => Promise<unknown>): Promise<void> {
	const begin = performance.now()
	const all: Promise<unknown>[] = []
	while (!isOver()) {
		const due = Math.floor(((performance.now() - begin) / 1000) * rate)
		while (all.length < due) all.push(send())
		await wait(10)
	}
	await Promise.all(all)
}

/** Every third submission is repeated at the other node with its key, as a browser does after a cut connection. */
async function submit(node: LoadedNode, other: LoadedNode | undefined, space: TestSpace, tally: Tally, done: Done) {
	const body = `Sent as ${randomUUID()}.`
	const init = {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
		body: JSON.stringify(submissionBody(space, { body, rating: 5 })),
	}
	const answer = await tally.fetch(`${node.name} submit`, `${node.url}/functions/v1/submit`, init)
	if (answer?.status !== 201) return
	const { id } = JSON.parse(answer.text)
	done.submissions.push({ id, body })
	if (!other || done.submissions.length % 3 > 0) return
	const again = await tally.fetch(`${other.name} submit again`, `${other.url}/functions/v1/submit`, init)
	if (again && again.status < 300) done.repeatedAs.push({ first: id, again: JSON.parse(again.text).id })
}

async function moderate({ name, client }: LoadedNode, { spaceId }: TestSpace, tally: Tally, done: Done) {
	const pending = client.from('testimonials').select('id').eq('space_id', spaceId).eq('status', 'pending').limit(5)
	const rows = (await tally.client(`${name} inbox`, pending)) ?? []
	for (const { id } of rows) {
		const change = client
			.from('testimonials')
			.update({ status: 'approved' })
			.eq('id', id)
			.eq('status', 'pending')
			.select('id')
		const changed = await tally.client(`${name} approve`, change)
		if (changed?.length === 1) done.approved.push(id)
	}
}

async function readPages({ name, url }: LoadedNode, { slug, wallId }: TestSpace, tally: Tally) {
	for (const path of [
		`/w/${slug}`,
		`/embed/${wallId}.js`,
		`/embed/${wallId}`,
		`/collect/${slug}`,
		`/w/${slug}/feed.atom`,
		'/ready',
	])
		await tally.fetch(`${name} ${path.replace(wallId, 'wall').replace(slug, 'slug')}`, `${url}${path}`)
}

let made = 0

/** Publishes changes as the editors of both versions do. The present one also chooses what an earlier one may not know. */
async function edit({ name, client }: LoadedNode, { formId, wallId }: TestSpace, tally: Tally) {
	const title = `Edited as ${randomUUID()}`
	const forms = client.from('forms')
	const look = { background: 'plain', ...(name === 'new' && made++ % 2 > 0 ? { font: 'brand' } : {}) }
	await tally.client(
		`${name} change a form`,
		forms.update({ name: title, look }).eq('id', formId).select('id').single(),
	)
	const walls = client.from('walls')
	await tally.client(`${name} change a wall`, walls.update({ name: title }).eq('id', wallId).select('id').single())
	await wait(500)
}

async function readAsMember({ name, client }: LoadedNode, { spaceId }: TestSpace, tally: Tally) {
	const search = client.rpc('search_testimonials', { space_id: spaceId, query: 'sent' })
	await tally.client(`${name} search`, search)
	await tally.client(`${name} user`, client.auth.getUser() as PromiseLike<Answer>)
	await tally.client(`${name} refresh`, client.auth.refreshSession() as PromiseLike<Answer>)
	await wait(100)
}
