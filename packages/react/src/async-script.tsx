import { addressOf } from './public-data.ts'

/** A script of the server. React moves it into the head, once for all that need it. */
export function AsyncScript({ server, name }: { server: string; name: 'embed.js' | 'embed/form.js' }) {
	return <script async src={addressOf(server, `/${name}`)} />
}
