import { Link } from 'react-router'
import { CodeBox } from '#web/features/connections/code-box.tsx'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { KeyForService, useServiceKey } from './key-for-service.tsx'
import type { Service } from './services.ts'
import { ServerAddress, Step } from './step.tsx'
import { useNamedForms, useNamedWalls } from './use-named-pages.ts'

const reads = [{ label: 'Read walls and forms', scopes: ['walls:read', 'forms:read'] }] as const
const asks = [{ label: 'Ask customers', scopes: ['invitations:write'] }] as const

/** The walls of the space, each as a link to its studio, where its code is. */
function WallLinks() {
	const { space } = useSpace()
	const { data: walls = [] } = useNamedWalls(space.id)
	if (walls.length === 0)
		return (
			<p>
				There is none yet: <Link to="/dashboard/walls">make a wall</Link> first.
			</p>
		)
	return (
		<ul className="serv-links">
			{walls.map(({ id, name }) => (
				<li key={id}>
					<Link to={`/dashboard/walls/${id}`}>
						<bdi>{name}</bdi>
					</Link>
				</li>
			))}
		</ul>
	)
}

/** The slug of the first wall or form, for examples that work as they stand. */
const useSlugs = () => {
	const { space } = useSpace()
	const { data: walls } = useNamedWalls(space.id)
	const { data: forms } = useNamedForms(space.id)
	return { wall: walls?.[0]?.slug ?? 'your-wall', form: forms?.[0]?.slug ?? 'your-form' }
}

/** Shows walls and forms in WordPress by its plugin. */
export function WordPressSteps({ service }: { service: Service }) {
	const key = useServiceKey(service)
	const { wall } = useSlugs()
	return (
		<>
			<Step title="Install the plugin" isDone={key.isUsed}>
				<p>
					It is in <code className="ui-mono">packages/wordpress</code> of Plaudit’s source, whose README says how to
					pack it. In WordPress: Plugins, Add New, Upload.
				</p>
			</Step>
			<Step title="Give it your address and a key" isDone={key.hasKey}>
				<p>Copy both into Settings, Plaudit. The key reads walls and forms and nothing else.</p>
				<ServerAddress label="Address" />
				<KeyForService serviceKey={key} name="WordPress" choices={reads} end="never" />
			</Step>
			<Step title="Put a block on a page" isDone={key.isUsed}>
				<p>
					Type <kbd className="ui-mono">/plaudit</kbd> where it shall stand: Wall, Form, Badge or One testimonial.
				</p>
				<p className="ui-small ui-quiet">
					Classic editor: <code className="ui-mono">{`[plaudit wall="${wall}"]`}</code>. Authors who may not use HTML
					can use all four.
				</p>
			</Step>
		</>
	)
}

const orderEvent = (form: string) =>
	JSON.stringify(
		{
			event: 'order delivered',
			reference: 'shopify {{order.name}}',
			at: '{{order.updatedAt}}',
			person: { email: '{{order.email}}', name: '{{order.customer.displayName}}' },
			ask: { form, now: true },
		},
		null,
		2,
	)

/** Shows a wall in a Shopify theme, and lets fulfilled orders ask. */
export function ShopifySteps({ service }: { service: Service }) {
	const key = useServiceKey(service)
	const { form } = useSlugs()
	return (
		<>
			<Step title="Show a wall">
				<p>
					In the theme editor: Add section, Custom Liquid. Paste the code of a wall, which “Put on a site” in its studio
					shows:
				</p>
				<WallLinks />
			</Step>
			<Step title="Make a key for orders" isDone={key.hasKey}>
				<p>It may ask customers and nothing else.</p>
				<KeyForService serviceKey={key} name="Shopify" choices={asks} end="never" />
			</Step>
			<Step title="Let an order ask" isDone={key.isUsed}>
				<p>
					In Shopify Flow: begin with “Order fulfilled”, wait some days, then “Send HTTP request” with method POST, a
					header <code className="ui-mono">Authorization</code> of <code className="ui-mono">Bearer</code> and the key,
					and this address and body:
				</p>
				<ServerAddress label="Address of the request" path="/functions/v1/events-in" />
				<CodeBox>{orderEvent(form)}</CodeBox>
				<p className="ui-small ui-quiet">The same reference is one event, however often it comes.</p>
			</Step>
		</>
	)
}

/** Shows walls by the React package. */
export function ReactSteps() {
	const { wall } = useSlugs()
	return (
		<>
			<Step title="Install the package">
				<CodeBox>npm install @plaudit/react</CodeBox>
				<p className="ui-small ui-quiet">
					Its source is in packages/react of Plaudit, from which it can be packed, too. It has no dependencies.
				</p>
			</Step>
			<Step title="Put a wall on a page">
				<CodeBox>{`import { Wall } from "@plaudit/react"

export default function Page() {
  return <Wall server="${window.location.origin}" slug="${wall}" />
}`}</CodeBox>
				<p className="ui-small ui-quiet">What is public needs no key.</p>
			</Step>
			<Step title="Choose what it shows">
				<p>In the studio of the wall. Sites follow within a minute, without another build.</p>
				<WallLinks />
			</Step>
		</>
	)
}

/** Shows a wall on a site by one line of HTML. */
export function SiteSteps() {
	return (
		<>
			<Step title="Choose a wall">
				<WallLinks />
			</Step>
			<Step title="Copy its line">
				<p>In its studio, press “Put on a site”. One script, static HTML and a frame stand beside each other.</p>
			</Step>
			<Step title="Check your site">
				<p>The same dialog asks your page and says whether the wall is seen there.</p>
			</Step>
		</>
	)
}
