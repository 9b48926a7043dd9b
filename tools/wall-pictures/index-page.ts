/** Names of all that was drawn. */
export type Drawn = {
	looks: readonly string[]
	cases: readonly string[]
	widths: readonly number[]
	schemes: readonly string[]
	sheets: readonly string[]
}

/** The path of a picture in the folder of a run. */
export const picturePath = (look: string, name: string, width: number, scheme: string) =>
	`${look}/${name}-${width}-${scheme}.png`

/** A page of all pictures by look and case, and of the contact sheets. */
export function indexPage({ looks, cases, widths, schemes, sheets }: Drawn): string {
	const figures = (look: string, name: string) =>
		widths.flatMap((width) =>
			schemes.map((scheme) => {
				const path = picturePath(look, name, width, scheme)
				return `<a href="${path}"><img src="${path}" alt="${look}, ${name}, ${width} px, ${scheme}" width="${Math.round(width / 3)}" loading="lazy"></a>`
			}),
		)
	const rows = (look: string) =>
		cases.map((name) => `<h3>${look}, ${name}</h3><div>${figures(look, name).join('')}</div>`)
	const list = (items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of walls</title>
<style>body { font: 14px sans-serif } ul { columns: 6 } div { display: flex; flex-wrap: wrap; gap: 8px; align-items: start } img { block-size: auto; border: 1px solid #ccc }</style>
<h1>Pictures of walls</h1>
${list(looks.map((look) => `<a href="#${look}">${look}</a>`))}
<h2>Contact sheets</h2>
${list(sheets.map((sheet) => `<a href="sheets/${sheet}">${sheet}</a>`))}
${looks.map((look) => `<h2 id="${look}">${look}</h2>${rows(look).join('')}`).join('\n')}
</html>`
}
