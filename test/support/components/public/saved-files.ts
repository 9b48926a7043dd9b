/** The file that a page offers as a download while `work` runs. Nothing is saved. */
export async function saveClicked(work: () => Promise<void>): Promise<File> {
	const saved = Promise.withResolvers<File>()
	const { click } = HTMLAnchorElement.prototype
	// The link stands outside the document, where no listener hears its click.
	HTMLAnchorElement.prototype.click = function () {
		const { href, download } = this
		fetch(href).then(async (response) => saved.resolve(new File([await response.blob()], download)), saved.reject)
	}
	try {
		await work()
		return await saved.promise
	} finally {
		HTMLAnchorElement.prototype.click = click
	}
}
