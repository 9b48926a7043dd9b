import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { compress } from '#server/http/compress.ts'
import { createStaticFiles } from '#server/http/static.ts'
import { appPage } from './app-page.ts'
import { collectRoute } from './collect-route.ts'
import { landingRoute } from './landing-route.ts'
import { machineFiles } from './machine-files.ts'
import { answerNotFound } from './not-found.ts'
import { receiptCalls } from './receipt-calls.ts'
import { receiptRoute } from './receipt-route.ts'
import { openSite, type Site } from './site.ts'
import { wallRoutes } from './wall-routes.ts'

const builtFolder = new URL('../../../dist/', import.meta.url).pathname
const wires = /^\/(auth|rest|realtime|storage|functions)\/v1(\/|$)/

/** Every page that people open, and the built files that they load. */
export async function pageRoutes(deps: Deps, dist = builtFolder): Promise<Hono<Env>> {
	const routes = new Hono<Env>()
	const files = await createStaticFiles([`${dist}app`, `${dist}public`])
	routes.get('/assets/*', async (c, next) => {
		const found = await files(c.req.path, c.req.raw.headers)
		return found ?? next()
	})
	routes.route('/', wallRoutes(deps))
	routes.use(async (c, next) => (wires.test(c.req.path) ? next() : compress(c, next)))
	routes.route('/', machineFiles(deps.config))

	const site = await openSite(deps.config, dist).catch((error: unknown) => notBuilt(error, deps))
	if (site) routes.route('/', await builtPages(deps, site, dist))
	return routes
}

async function builtPages(deps: Deps, site: Site, dist: string): Promise<Hono<Env>> {
	const routes = new Hono<Env>()
	routes.route('/', landingRoute(site))
	routes.route('/', collectRoute(deps, site))
	routes.route('/', receiptRoute(site, receiptCalls(deps)))
	routes.route('/', await appPage(deps, site, dist))
	routes.all('*', async (c, next) => {
		if (wires.test(c.req.path)) return next()
		return answerNotFound(c, site, 'page')
	})
	return routes
}

/** Without a build the services still serve; any other trouble is a mistake that must stop the start. */
function notBuilt(error: unknown, { log }: Deps): null {
	if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
	log.warn('The pages are not built. Run npm run build.')
	return null
}
