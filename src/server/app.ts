import { createAuthContext } from '#platform/auth/auth-context.ts'
import { createIdentityProofFlow } from '#platform/auth/providers/identity-proof/start-identity-proof.ts'
import { authRoutes } from '#platform/auth/routes.ts'
import type { Deps } from '#platform/deps.ts'
import { healthRoutes } from '#platform/health/health-routes.ts'
import { createRouter } from '#platform/http/routing/router.ts'
import { metricsRoutes } from '#platform/metrics/metrics-route.ts'
import { limitAnonymousConcurrency } from '#platform/pg/limit-transactions.ts'
import { createRealtime } from '#platform/realtime/realtime.ts'
import { restRoutes } from '#platform/rest/routes.ts'
import { createUploadLinks } from '#platform/storage/resumable/upload-authorization.ts'
import { storageRoutes } from '#platform/storage/routes.ts'
import { userFunctionRoutes } from '#platform/user-functions/user-functions.ts'
import { purgeEverything } from '#product/cdn/register-purge-jobs.ts'
import { functionRoutes } from '#product/function-routes.ts'
import { createInvitationSender } from '#product/invitations/invitation-sender.ts'
import { registerJobHandlers } from '#product/job-handlers.ts'
import { collectMails } from '#product/mails/mail-metrics.ts'
import { createNotificationWorker } from '#product/notifications/notification-worker.ts'
import { openPages } from '#product/page-routes.ts'
import { createDailyViews } from '#product/page-views/daily-views.ts'
import { createViewCounter } from '#product/page-views/view-counter.ts'
import { createLandingStore } from '#product/pages/landing/landing-store.ts'
import { createErasureFollower } from '#product/people/follow-erasures.ts'
import { createPublicAnswers, readPublicPicture } from '#product/public-answers/public-answers.ts'
import { publicRenderers } from '#product/public-renderers.ts'
import { createReceiptService } from '#product/receipts/receipt-service.ts'
import { retryRecordings } from '#product/recordings/register-recording-jobs.ts'
import { createIndexWorker } from '#product/search/index-worker.ts'
import { followSpaceChanges } from '#product/spaces/follow-space-changes.ts'
import { spaceKeys } from '#product/spaces/shards.ts'
import { syncLimits } from '#product/spaces/sync-limits.ts'
import { teamSignupInvitations } from '#product/team/team-signup-invitations.ts'
import { mediaRoutes } from '#product/testimonials/media-routes.ts'
import { createAccountProofs } from '#product/verifications/account-proofs.ts'
import { createEmbedRecorder } from '#product/walls/embed-recorder.ts'
import { createWallReader } from '#product/walls/wall-reader.ts'
import { collectWebhooks } from '#product/webhooks/webhook-metrics.ts'
import { createWebhookWorker } from '#product/webhooks/webhook-worker.ts'

/**
 * Mounts every service at its path.
 * @param isEngineAlive whether the embedded PostgreSQL answers
 */
export async function createApp(deps: Deps, isEngineAlive: () => boolean = () => true) {
	const realtime = createRealtime(deps)
	const limitedDeps = limitAnonymous(deps)
	const changes = followSpaceChanges(deps.db)
	const walls = createWallReader(deps, changes)
	const answers = createPublicAnswers(deps, changes, publicRenderers(deps, walls))
	const notifications = createNotificationWorker(deps)
	const indexing = createIndexWorker(deps)
	const receipts = createReceiptService(deps, notifications.wake)
	const views = createViewCounter(deps)
	const landings = createLandingStore(deps)
	const dailyViews = createDailyViews(deps, landings)
	const embeds = createEmbedRecorder(deps, dailyViews)
	const auth = createAuthContext(deps, {
		invitations: teamSignupInvitations,
		identityProofs: createAccountProofs(deps),
	})
	const accounts = createIdentityProofFlow(auth)
	const pages = await openPages(deps, { answers, embeds, receipts, accounts, landings })
	const { renderForm, solverUrl } = pages
	const routes = [
		...authRoutes(deps, auth),
		...restRoutes(limitedDeps, deps.db.isSharded ? { shardKeys: spaceKeys } : {}),
		...realtime.routes,
		...storageRoutes(limitedDeps),
		...functionRoutes(deps, {
			walls,
			receipts,
			notifications,
			indexing,
			views,
			dailyViews,
			landings,
			renderForm,
			solverUrl,
			signUploadLink: createUploadLinks(deps.keys),
			readPicture: readPublicPicture(answers),
		}),
		...userFunctionRoutes(deps),
		...mediaRoutes(deps),
		...healthRoutes(deps, { isEngineAlive }),
		...metricsRoutes(deps),
		...pages.routes,
	]
	const router = createRouter(routes, deps)
	registerJobHandlers(deps)
	collectMails(deps)
	collectWebhooks(deps)
	const invitations = createInvitationSender(deps)
	const erasures = createErasureFollower(deps)
	const webhooks = createWebhookWorker(deps)
	return {
		notifications,
		indexing,
		invitations,
		erasures,
		webhooks,
		/** Without a socket: for tests. */
		fetch: router.fetch,
		router,
		upgrade: realtime.upgrade,
		listener: router.listener,
		async start() {
			const workers = [deps.jobs, deps.longJobs, deps.recordingJobs, deps.transcriptionJobs, deps.countJobs]
			await Promise.all([realtime.start(), ...workers.map((worker) => worker.start()), deps.keys.follow()])
			await deps.endedSessions.follow()
			await deps.issuedKeys.follow()
			await syncLimits(deps)
			await purgeEverything(deps)
			await retryRecordings(deps)
			notifications.start()
			indexing.start()
			await invitations.start()
			await erasures.start()
			await webhooks.start()
		},
		/** Closes live connections and jobs; requests are still answered and ended sessions still observed. */
		async retire() {
			const jobs = [deps.jobs, deps.longJobs, deps.recordingJobs, deps.transcriptionJobs, deps.countJobs]
			const workers = [...jobs, notifications, indexing, invitations, webhooks]
			await Promise.all([realtime.close(), ...workers.map((worker) => worker.close())])
			await erasures.close()
		},
		/** Requires that no request is in flight. */
		async close() {
			await Promise.all([views.flush(), dailyViews.flush(), embeds.flush()])
			await deps.issuedKeys.close()
			deps.keys.close()
			deps.endedSessions.close()
		},
	}
}

/** Share of the database pool for requests with the anonymous key alone. */
const anonymousPoolShare = 0.7

/** Limits concurrent anonymous transactions, so that expensive anonymous queries leave connections for the other callers. */
function limitAnonymous(deps: Deps): Deps {
	const limit = Math.max(1, Math.floor(deps.config.DATABASE_POOL * anonymousPoolShare))
	return { ...deps, db: limitAnonymousConcurrency(deps.db, limit) }
}
