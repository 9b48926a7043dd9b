/** Loads the script whose URL is the content of the meta element of this name. One that is there already is not fetched again. */
export function loadNamedScript(name: string): void {
	const url = document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
	if (url) import(/* @vite-ignore */ url)
}
