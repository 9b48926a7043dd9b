/**
 * Stands in for `react-dom`, from which React's client takes this object alone; vite.public.config.ts puts it there. Its other
 * exports (portals, preloading) are used by no public page and would weigh a kilobyte. CommonJS, as its importer is: else the page
 * would load code that translates between the two.
 */
const ignore = () => undefined

/** `d`: handlers of resource hints, which the client replaces; `p`: priority of the present update. */
exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = {
	d: { f: ignore, r: ignore, D: ignore, C: ignore, L: ignore, m: ignore, X: ignore, S: ignore, M: ignore },
	p: 0,
	findDOMNode: null,
}
