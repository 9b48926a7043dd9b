const reloadedFor = 'plaudit-reloaded-for'

/**
 * A deploy removes the chunks of the version before it. The page is then reloaded once for each
 * missing chunk; when it is missing again, the error is shown instead of a loop.
 */
export async function reloadOnce<Module>(load: () => Promise<Module>): Promise<Module> {
	try {
		return await load()
	} catch (error) {
		const missing = String(error)
		const again = sessionStorage.getItem(reloadedFor) === missing
		if (again || !navigator.onLine || !isMissingChunk(missing)) throw error
		sessionStorage.setItem(reloadedFor, missing)
		window.location.reload()
		return new Promise<Module>(() => {})
	}
}

function isMissingChunk(message: string): boolean {
	return /dynamically imported module|importing a module script|preload css/i.test(message)
}
