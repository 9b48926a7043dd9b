import { atLeast, atMost, type Figure, plain, quantile } from '#bench/figure.ts'
import { load, medianPair, ratio } from '#bench/load.ts'
import { connectOwner } from '#bench/owner.ts'
import { submissionScript } from '#bench/submit.ts'
import { startSmtpServer } from '#test/fakes/smtp-server.ts'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

const rounds = 7
const spaces = 4
/** More of one member within ten minutes are one mail. */
const alertsPerMember = 5

/** Measures what alerts cost submissions, with and without them in turns, and how soon an alert reaches the mail server. */
export async function measureAlerts(server: Server, space: TestSpace): Promise<Figure[]> {
	const url = `${server.url.replace('localhost', '127.0.0.1')}/functions/v1/submit`
	const owner = await connectOwner(server)
	const { rows } = await owner.query<{ definition: string }>(readSubmitFunction)
	const definition = rows[0]?.definition ?? ''
	const send = async (statement: string) => {
		await owner.query(statement)
		return load(url, { seconds: 5, connections: 32, script: submissionScript(space) })
	}
	try {
		await send(definition)
		const pair = await medianPair(rounds, async () => ({
			ours: await send(definition),
			theirs: await send(withoutAlerts(definition)),
		}))
		const latencies = await alertLatencies()
		return [
			plain('submissions with alerts', pair.ours.perSecond, 'per s'),
			plain('submissions without alerts, in turns', pair.theirs.perSecond, 'per s'),
			atLeast('submissions with alerts / without', ratio(pair), '×', 0.95),
			plain('alert at the mail server after the answer, median', quantile(latencies, 0.5), 'ms'),
			atMost('the same, slowest of 20', Math.max(...latencies), 'ms', 2000),
		]
	} finally {
		await owner.query(definition)
		await owner.end()
	}
}

/** Milliseconds from the answer of a submission to its alert at the mail server, on an idle server. */
async function alertLatencies(): Promise<number[]> {
	const smtp = await startSmtpServer()
	const server = await startServer({ RATE_LIMITS: 'off', SMTP_URL: smtp.url, MAIL_AUTOCONFIRM: 'on' })
	const latencies: number[] = []
	try {
		for (let i = 0; i < spaces; i++) {
			const space = await makeSpace(server.url)
			for (let alert = 0; alert < alertsPerMember; alert++) {
				await submitTestimonial(server.url, space, { body: `The bowl number ${i}, ${alert} of mine sings.` })
				const answered = performance.now()
				const before = latencies.length
				while (smtp.received.length <= before) await new Promise((resolve) => setTimeout(resolve, 1))
				latencies.push(performance.now() - answered)
			}
		}
	} finally {
		await server.stop()
		await smtp.close()
	}
	return latencies
}

/** The definition of the function that stores submissions. */
const readSubmitFunction = `select pg_get_functiondef('private.submit_testimonials'::regproc) as definition`

/** The same function without the events that alert members. @throws Error when it has no such statement */
function withoutAlerts(definition: string): string {
	const changed = definition.replace(/insert into private\.notification_events[^;]*;/, '')
	if (changed === definition) throw new Error('private.submit_testimonials records no notification event')
	return changed
}
