import { z } from 'zod'
import { canDecrypt } from '#platform/backups/encryption.ts'
import type { BackupRequest, Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json, text } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { Query } from '#platform/pg/sql.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import type { LandingStore } from '#product/pages/landing/landing-store.ts'
import { createInstanceReader } from './create-instance-reader.ts'
import { changeLanding, readLanding } from './landing.ts'
import { dropJob, retryJob, setLimits } from './queries.ts'
import { createOperatorCheck } from './require-operator.ts'
import { sendTestMail } from './send-test-mail.ts'
import { supportReport } from './support-report.ts'

const jobId = z.string().regex(/^\d{1,18}$/)
const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()
const count = z.number().int().min(0).max(1_000_000_000).nullable()
const action = z.union([
	z.object({ action: z.literal('retry_job'), id: jobId }),
	z.object({ action: z.literal('drop_job'), id: jobId }),
	z.object({ action: z.literal('send_test_mail') }),
	z.object({ action: z.literal('back_up') }),
	z.object({ action: z.literal('try_restore') }),
	z.object({ action: z.literal('choose_landing'), kind: z.enum(['sign-in', 'plaudit']) }),
	z.object({
		action: z.literal('choose_landing'),
		kind: z.literal('wall'),
		slug: z.string().regex(/^[a-z0-9-]{3,63}$/),
	}),
	z.object({ action: z.literal('set_limits'), space: z.uuid(), most_bytes: bytes, most_testimonials: count }),
])
const noStore = { 'cache-control': 'no-store' }

/**
 * GET /functions/v1/instance: the state of the installation, for operators; with `?report`, the text
 * that they may send to others; with `?landing`, what `/` shows.
 */
export function getInstance(deps: Deps, landings: LandingStore): Handler {
	const requireOperator = createOperatorCheck(deps)
	const readInstance = createInstanceReader(deps)
	return async (x) => {
		await requireOperator(x)
		if (x.query('landing') !== undefined) return json(await readLanding(deps, landings), 200, noStore)
		const report = await readInstance(process.uptime())
		if (x.query('report') !== undefined) return text(supportReport(report, deps.config), 200, noStore)
		return json(report, 200, noStore)
	}
}

/**
 * POST /functions/v1/instance: tries a job again, removes one that was given up, sets the limits of a space, mails the operator, makes
 * a backup, tries a restore, or chooses the page at `/`.
 */
export function postInstance(deps: Deps, landings: LandingStore): Handler<JsonObject> {
	const requireOperator = createOperatorCheck(deps)
	return async (x, body) => {
		const address = await requireOperator(x)
		const { data } = action.safeParse(body)
		if (!data) throw invalid({ action: 'This is no action of an operator, or its values are wrong.' })
		if (data.action === 'send_test_mail') await sendTestMail(deps, address)
		else if (data.action === 'back_up' || data.action === 'try_restore') askForBackup(deps, data.action)
		else if (data.action === 'choose_landing') await changeLanding(deps, landings, data)
		else await change(data)
		return json({ ok: true }, 200, noStore)
	}

	async function change(data: DatabaseAction): Promise<void> {
		const rows = await deps.db.as({ role: 'service_role' }, (tx) => tx.final<{ found?: boolean }>(queryOf(data)))
		if (rows.length === 0 || rows[0]?.found === false)
			throw new AppError(404, 'not_found', 'This is not there any more.', { headers: noStore })
	}
}

/** @throws AppError 503 when no process makes backups at this moment, or none that it can read */
function askForBackup({ config, requestBackup }: Deps, action: 'back_up' | 'try_restore'): void {
	const refuse = (reason: string) => new AppError(503, 'unavailable', reason, { headers: noStore })
	if (!requestBackup) throw refuse('Set BACKUP_TARGET first: it says where backups go.')
	const request: BackupRequest = action === 'back_up' ? 'back up' : 'try a restore'
	if (action === 'try_restore' && !canDecrypt(config.BACKUP_KEY))
		throw refuse('BACKUP_KEY only encrypts: this server cannot read its backups.')
	if (!requestBackup(request)) throw refuse('The process that makes backups starts again in a minute. Try again then.')
}

type DatabaseAction = Exclude<
	z.infer<typeof action>,
	{ action: 'send_test_mail' | 'back_up' | 'try_restore' | 'choose_landing' }
>

function queryOf(data: DatabaseAction): Query {
	if (data.action === 'set_limits') return setLimits(data.space, data.most_bytes, data.most_testimonials)
	return data.action === 'retry_job' ? retryJob(data.id) : dropJob(data.id)
}
