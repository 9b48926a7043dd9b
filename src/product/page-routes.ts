import { fileURLToPath } from 'node:url'
import type { Deps } from '#platform/deps.ts'
import { createStaticFiles } from '#platform/http/response/static-files.ts'
import { text } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { rootWire } from '#platform/http/routing/root-wire.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import { createFreshState } from '#platform/operators/fresh-server.ts'
import { publicPaths, secretPaths } from '#shared/app-paths.ts'
import type { AccountFlow } from './forms/account-providers.ts'
import { createFormRenderer, getFormPage, getFormTexts, getRecordingTexts, type RenderForm } from './forms/form-page.ts'
import { postAccount } from './forms/post-account.ts'
import { getDeclinePage, postDeclinePage } from './invitations/decline-page.ts'
import { getUnsubscribePage, postUnsubscribePage } from './notifications/unsubscribe-page.ts'
import { getAppPage } from './pages/app-page.ts'
import { getLandingPage } from './pages/landing/landing-page.ts'
import type { LandingStore } from './pages/landing/landing-store.ts'
import { productPage } from './pages/landing/product-page.ts'
import { renderNotFound } from './pages/not-found.ts'
import { packageDownloads } from './pages/package-downloads.ts'
import { openSite, type Site } from './pages/site.ts'
import { wellKnownFiles } from './pages/well-known.ts'
import { downloadPublicProof } from './proof/download-public-proof.ts'
import { proofKeyOf } from './proof/proof-key.ts'
import { findPublicAnswer, getPublicAnswer } from './public-answers/get-public-answer.ts'
import type { PublicAnswers } from './public-answers/public-answers.ts'
import { renderedPaths } from './public-renderers.ts'
import { downloadOriginal } from './receipts/download-original.ts'
import { downloadProof, downloadReceipt, getReceiptPage, postReceiptPage } from './receipts/receipt-page.ts'
import type { ReceiptService } from './receipts/receipt-service.ts'
import { createSitemaps } from './sitemap/sitemap-routes.ts'
import type { EmbedRecorder } from './walls/embed-recorder.ts'

/** Addresses of an API that none of its routes takes get no page. */
const isApi = /^\/(auth|rest|realtime|storage|functions)\/v1(\/|$)/

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

export type Pages = {
	routes: Route[]
	/** Undefined without a build. */
	renderForm: RenderForm | undefined
	/** Script that solves the challenges of a busy form. */
	solverUrl: string | undefined
}

/** Every page, and the built files that pages load. */
export async function openPages(
	deps: Deps,
	{
		answers,
		embeds,
		receipts,
		accounts,
		landings,
	}: {
		answers: PublicAnswers
		embeds: EmbedRecorder
		receipts: ReceiptService
		accounts: AccountFlow
		landings: LandingStore
	},
): Promise<Pages> {
	const site = await openSite(deps.config, dist).catch((error: unknown) => warnNotBuilt(error, deps))
	const notFound = () => (site ? renderNotFound(site, 'page') : text('404 Not Found', 404))

	// The build compressed them already.
	const assets = createRoutes({ ...rootWire(deps), trust: 'public' })
	const staticFile = await createStaticFiles([`${dist}app`, `${dist}public`])
	assets.get('/assets/*', async (x) => (await staticFile(x.path, x)) ?? notFound())

	const pages = createRoutes({
		...rootWire(deps),
		trust: 'public',
		compress: true,
		unknown: (x) => (isApi.test(x.path) ? text('404 Not Found', 404) : notFound()),
	})
	const noteEmbed = (x: Exchange, target: string) =>
		embeds.note(target, x.header('referer'), x.header('user-agent'), x.header('host'))
	const publicAnswer = getPublicAnswer(answers, noteEmbed, notFound)
	for (const path of renderedPaths) pages.get(path, publicAnswer)
	for (const [path, file] of Object.entries(wellKnownFiles(deps.config, proofKeyOf(deps.keys).pem)))
		pages.get(path, file)
	for (const [path, file] of await packageDownloads(dist)) pages.get(path, () => file)
	const sitemaps = createSitemaps(deps, landings)
	pages.get('/sitemap.xml', sitemaps.all)
	pages.get('/sitemap/:part', sitemaps.part)
	if (site) {
		const findFreshState = createFreshState(deps)
		pages.get('/', getLandingPage(deps, site, landings, findPublicAnswer(answers), findFreshState))
		pages.get('/plaudit', productPage(site, { isFront: false }))
		pages.get('/proof/:id/receipt', downloadPublicProof(deps, site))
		pages.get('/collect/:slug', getFormPage(deps, site, accounts))
		pages.post('/collect/:slug/account', postAccount(deps, site, accounts), { limit: 'byBody' })
		pages.get('/collect-words/:lang', getFormTexts(site))
		pages.get('/collect-words/:lang/recording', getRecordingTexts(site))
		pages.get('/t/:token', getReceiptPage(site, receipts), { trust: 'link' })
		pages.get('/t/:token/download', downloadReceipt(site, receipts), { trust: 'link' })
		pages.get('/t/:token/receipt', downloadProof(site, receipts), { trust: 'link' })
		pages.get('/t/:token/recording/:file', downloadOriginal(deps, site), { trust: 'link' })
		pages.post('/t/:token', postReceiptPage(site, receipts), { trust: 'link' })
		pages.get('/unsubscribe/:token', getUnsubscribePage(deps, site), { trust: 'link' })
		pages.post('/unsubscribe/:token', postUnsubscribePage(deps, site), { trust: 'link' })
		pages.get('/invitation/:token/decline', getDeclinePage(deps, site), { trust: 'link' })
		pages.post('/invitation/:token/decline', postDeclinePage(deps, site), { trust: 'link' })
		const appPage = await getAppPage(deps, site, dist, findFreshState)
		const hasToken = (x: Exchange) => x.query('setup') !== undefined || x.query('token_hash') !== undefined
		for (const path of publicPaths) pages.get(path, (x, body) => (hasToken(x) ? appPage.secret : appPage.open)(x, body))
		pages.get('/dashboard/*', appPage.open)
		for (const path of secretPaths) pages.get(path, appPage.secret, { trust: 'link' })
	}
	const renderForm = site ? createFormRenderer(deps, site, accounts) : undefined
	const solverUrl = site?.assets.script('collect/work/solve.ts')
	return { routes: [...assets.list, ...pages.list], renderForm, solverUrl }
}

/** Without a build the APIs are served all the same; any other error stops the start. */
function warnNotBuilt(error: unknown, { log }: Deps): Site | null {
	if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
	log.warn('The pages are not built. Run npm run build.')
	return null
}
