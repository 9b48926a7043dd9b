/** Gets a package from this server and installs it as a file, whose bytes stay the same when the server is updated. */
export const installPackage = (server: string, file: string): string =>
	`curl -O ${server}/packages/${file}\nnpm install ./${file}`

/** The shortcode of the plugin for WordPress that shows a wall. */
export const wordpressShortcode = (wall: string): string => `[plaudit wall="${wall}"]`

/** A page of Next or React with a wall. */
export const reactPage = (server: string, wall: string): string => `import { Wall } from "@plaudit/react"

export default function Page() {
  return <Wall server="${server}" slug="${wall}" />
}`

/** A function that gives a wall as HTML while a site is built. */
export const staticWall = (server: string, wall: string): string => `import { renderWall } from "@plaudit/react/static"

const html = await renderWall({ server: "${server}", wall: "${wall}" })`

/** The line that loads the prompt. */
export const promptScript = (server: string): string => `<script async src="${server}/embed/prompt.js"></script>`

/** A call of the prompt. Its first line keeps calls until the script is there. */
export const promptCall = (
	form: string,
): string => `window.plaudit ||= function () { (plaudit.q = plaudit.q || []).push(arguments) }
plaudit("ask", { form: "${form}", who: user.id, after: "3 days" })`

/** The official client with a key in place of a session. */
export const clientWithKey = (server: string): string => `import { createClient } from "@supabase/supabase-js"

const { anonKey } = await (await fetch("${server}/config.json")).json()
const client = createClient("${server}", anonKey, { accessToken: async () => "plk_…" })`
