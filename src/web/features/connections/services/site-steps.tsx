import { Link } from 'react-router'
import { CodeBox } from '#web/features/connections/code-box.tsx'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import section from '/packages/shopify/plaudit.liquid?raw'
import { BlockEditor } from './drawings/page-picture.tsx'
import { KeyForService, useServiceKey } from './key-for-service.tsx'
import { PackageDownload } from './package-download.tsx'
import type { Service } from './services.ts'
import { eventsInPath, shopifyEvent } from './snippets/order-events.ts'
import { installPackage, reactPage, staticWall, wordpressShortcode } from './snippets/site-code.ts'
import { ServerAddress, Step } from './step.tsx'
import { useExampleSlugs, useNamedWalls } from './use-named-pages.ts'

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

/** Shows walls and forms in WordPress by its plugin. */
export function WordPressSteps({ service }: { service: Service }) {
	const key = useServiceKey(service)
	const { wall } = useExampleSlugs()
	return (
		<>
			<Step title="Install the plugin" isDone={key.isUsed}>
				<PackageDownload path="/packages/wordpress.zip" name="plaudit.zip">
					This server was started without its build. <code className="ui-mono">node tools/wordpress-plugin.ts</code> in
					Plaudit’s source packs the plugin.
				</PackageDownload>
				<p className="ui-small ui-quiet">
					In WordPress: Plugins, Add New, Upload Plugin. From version 6.1 on, with PHP 7.4 or newer. It comes from this
					server, so it fits the version that runs here.
				</p>
			</Step>
			<Step title="Give it your address and a key" isDone={key.hasKey}>
				<p>Copy both into Settings, Plaudit. The key reads walls and forms and nothing else.</p>
				<ServerAddress label="Address" />
				<KeyForService serviceKey={key} name="WordPress" choices={reads} end="never" />
			</Step>
			<Step title="Put a block on a page" isDone={key.isUsed}>
				<p>
					Type <kbd className="ui-mono">/plaudit</kbd> where it shall stand, and choose the wall; the editor shows the
					real one.
				</p>
				<BlockEditor />
				<p className="ui-small ui-quiet">
					Classic editor: <code className="ui-mono">{wordpressShortcode(wall)}</code>. Authors who may not use HTML can
					use all four.
				</p>
			</Step>
		</>
	)
}

/** Shows a wall in a Shopify theme, and lets fulfilled orders ask. */
export function ShopifySteps({ service }: { service: Service }) {
	const key = useServiceKey(service)
	const { form } = useExampleSlugs()
	return (
		<>
			<Step title="Show a wall">
				<p>
					Online Store, Themes, Edit code, Sections: add one named <code className="ui-mono">plaudit</code>, and replace
					its text by this one. Then add “Plaudit wall” in the theme editor. It asks for this address, and for the id of
					a wall, which “Put it on your site” in its studio shows:
				</p>
				<div className="ui-buttons">
					<CopyButton text={section} label="Copy the section" />
					<span className="ui-small ui-quiet">For themes of Online Store 2.0</span>
				</div>
				<ServerAddress />
				<WallLinks />
			</Step>
			<Step title="Make a key for orders" isDone={key.hasKey}>
				<p>It may ask customers and nothing else.</p>
				<KeyForService serviceKey={key} name="Shopify" choices={asks} end="never" />
			</Step>
			<Step title="Let an order ask" isDone={key.isUsed}>
				<p>
					In Shopify Flow: begin with “Order fulfilled”, wait some days, then “Send HTTP request” with method POST, the
					header <code className="ui-mono">Content-Type</code> of <code className="ui-mono">application/json</code>, the
					header <code className="ui-mono">Authorization</code> of <code className="ui-mono">Bearer</code> and the key,
					and this address and body:
				</p>
				<ServerAddress label="Address of the request" path={eventsInPath} />
				<CodeBox>{shopifyEvent(form)}</CodeBox>
				<p className="ui-small ui-quiet">The same reference is one event, however often it comes.</p>
			</Step>
		</>
	)
}

/** Shows walls by the React package. */
export function ReactSteps() {
	const { wall } = useExampleSlugs()
	return (
		<>
			<Step title="Install the package">
				<CodeBox>{installPackage(window.location.origin, 'plaudit-react.tgz')}</CodeBox>
				<p className="ui-small ui-quiet">
					The package of this server’s version, as a file that your site keeps beside its package.json. It needs React
					19 and nothing else.
				</p>
			</Step>
			<Step title="Put a wall on a page">
				<CodeBox>{reactPage(window.location.origin, wall)}</CodeBox>
				<p className="ui-small ui-quiet">
					What is public needs no key. <code className="ui-mono">Testimonial</code>,{' '}
					<code className="ui-mono">Form</code> and <code className="ui-mono">useTestimonials</code> are there, too.
				</p>
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
	const { space } = useSpace()
	const { wall } = useExampleSlugs()
	const { data: walls = [] } = useNamedWalls(space.id)
	return (
		<>
			<Step title="Choose a wall" isDone={walls.length > 0}>
				<WallLinks />
			</Step>
			<Step title="Copy its line" isDone={space.milestones.embedded !== null}>
				<p>In its studio, press “Put it on your site”. One script, static HTML and a frame stand beside each other.</p>
				<p className="ui-small ui-quiet">
					A site that Eleventy, Astro or the like build ahead has the words in its pages:
				</p>
				<CodeBox>{staticWall(window.location.origin, wall)}</CodeBox>
			</Step>
			<Step title="Check your site">
				<p>The same dialog asks your page and says whether the wall is seen there.</p>
			</Step>
		</>
	)
}
