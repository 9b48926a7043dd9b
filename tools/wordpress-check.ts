import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'
import { startWordPress } from './wordpress-check/wordpress-site.ts'
import { packPlugin, pluginFolder } from './wordpress-plugin.ts'

/**
 * Checks the WordPress plugin in Debian's WordPress against a running Plaudit, after a build: `node tools/wordpress-check.ts`.
 * It ends with words when a package of Debian is missing.
 */
const hostile = `"Straight" 'quotes' -- and ... :) 8-) 9x9 (tm) Wordpress [plaudit form="fernhill"] [gallery] &amp; <script>alert(1)</script> ]]>`
const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
/** The texts of HTML as a browser reads them, for references by number and these four names. */
const decode = (html: string) =>
	html.replace(/&(?:#x([0-9a-f]+)|(lt|gt|quot|amp));/gi, (_, code?: string, name = '') =>
		code ? String.fromCodePoint(Number.parseInt(code, 16)) : (named[name] ?? ''),
	)

const checks: [name: string, check: () => Promise<void>][] = []
const check = (name: string, run: () => Promise<void>) => checks.push([name, run])

for (const file of await readdir(pluginFolder, { recursive: true }))
	if (file.endsWith('.php'))
		execFileSync('php', ['-l', join(pluginFolder, file)], { stdio: ['ignore', 'ignore', 'inherit'] })
const zip = join(tmpdir(), `plaudit-${process.pid}.zip`)
await packPlugin(zip)
const wordpress = await startWordPress(zip)
const server = await startServer({ RATE_LIMITS: 'off', MAIL_AUTOCONFIRM: 'on' })
const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json'])) as { serviceRoleKey: string }
const owner = officialClient(server.url, await fetchAnonKey(server.url))
const service = officialClient(server.url, serviceRoleKey)
await owner.auth.signUp({ email: 'owner@example.test', password: 'correct horse battery' })
const space = await createOwnSpace(owner, { slug: 'fernhill' })
const app = { fetch, url: server.url } as Parameters<typeof postSubmission>[0]

async function publish(body: string, name: string): Promise<string> {
	const sent = await postSubmission(app, submissionBody(space, { body, author: { name } }))
	assert.equal(sent.status, 201, JSON.stringify(sent.body))
	await owner.from('testimonials').update({ status: 'approved' }).eq('id', sent.body.id).throwOnError()
	return sent.body.id ?? ''
}

const first = await publish('My hands are eighty-one. They asked which chair I would like.', 'Greta Lindholm')
const second = await publish(hostile, 'Ines [gallery] Wordpress')
await owner.from('walls').update({ is_published: true }).eq('id', space.wall_id)
const { data: keyMade } = await owner
	.rpc('create_api_key', {
		space_id: space.space_id,
		name: 'WordPress',
		role: 'viewer',
		scopes: ['walls:read', 'forms:read'],
	})
	.throwOnError()
const key = (keyMade as { key: string }).key

const json = async (code: string) => JSON.parse(await wordpress.php(`echo json_encode(${code});`)) as unknown
const pages: Record<string, string> = {}

async function writePage(name: string, content: string, as = 'author'): Promise<void> {
	const made = await wordpress.php(
		`wp_set_current_user(get_user_by('login', '${as}')->ID); kses_init();
		echo wp_insert_post(wp_slash(['post_status' => 'publish', 'post_type' => 'post', 'post_title' => '${name}', 'post_content' => base64_decode('${Buffer.from(content).toString('base64')}')]));`,
	)
	assert.match(made, /^\d+$/)
	pages[name] = `/?p=${made}`
}
const read = (name: string) => wordpress.get(pages[name] ?? '')
const age = (seconds: number) =>
	wordpress.php(
		`foreach (array_keys(Plaudit\\known_paths()) as $p) { $c = Plaudit\\copy_at($p); if ($c) { $c['at'] = time() - ${seconds}; set_transient(Plaudit\\copy_name($p), $c, 9999); } } delete_transient('plaudit_rests');`,
	)

check('the plugin is activated, and its settings are stored', async () => {
	await wordpress.php(
		`require ABSPATH . 'wp-admin/includes/upgrade.php'; wp_install('Fernhill', 'admin', 'admin@example.test', true, '', 'admin-password');`,
	)
	await wordpress.php(
		`require ABSPATH . 'wp-admin/includes/plugin.php'; $e = activate_plugin('plaudit/plaudit.php'); if (is_wp_error($e)) { echo $e->get_error_message(); }
		switch_theme('classic'); wp_create_user('author', 'author-password', 'author@example.test'); (new WP_User(get_user_by('login', 'author')->ID))->set_role('author');`,
	)
	await wordpress.php(
		`Plaudit\\register_settings(); update_option('plaudit_settings', ['address' => '${server.url}/', 'key' => '${key}']);`,
	)
	assert.deepEqual(await json('Plaudit\\settings()'), { address: server.url, key })
})

check('an author without unfiltered_html can use all four blocks and the shortcode', async () => {
	assert.equal(await json(`user_can(get_user_by('login', 'author'), 'unfiltered_html')`), false)
	await writePage(
		'blocks',
		`<!-- wp:plaudit/wall {"wall":"${space.slug}"} /-->\n<!-- wp:plaudit/form {"form":"${space.slug}","label":"Tell \\"us\\""} /-->\n<!-- wp:plaudit/badge {"badge":"${space.slug}"} /-->\n<!-- wp:plaudit/testimonial {"testimonial":"${second}"} /-->`,
	)
	await writePage(
		'classic',
		`[plaudit wall="${space.slug}"]\n\n[plaudit form="${space.slug}" show="frame"]\n\n[plaudit badge="${space.slug}"]\n\n[plaudit testimonial="${second}"]`,
	)
	for (const name of ['blocks', 'classic']) {
		const html = await read(name)
		assert.match(html, /<plaudit-wall wall="[0-9a-f-]{36}"><template shadowrootmode="open"><style>.+?<\/style>/s, name)
		assert.match(html, /<figure class="plaudit-testimonial">/, name)
		assert.match(decode(html), /class="plaudit-badge"[^>]*><b>5\.0 of 5 stars<\/b> <span>2 testimonials/, name)
		assert.match(html, new RegExp(`/collect/${space.slug}`), name)
		assert.match(html, /embed\/form\.js/, name)
	}
	assert.match(await read('classic'), /<iframe class="plaudit-form"/)
})

check('words stay as they are: no filter of WordPress changes or runs anything in them', async () => {
	for (const name of ['blocks', 'classic']) {
		const html = await read(name)
		assert.equal(decode(html).split(hostile).length, 3, `${name}: the words are twice in the page`)
		assert.doesNotMatch(html, /<script>alert|class='gallery|class="gallery/)
		assert.ok(decode(html).includes('Ines [gallery] Wordpress'), name)
	}
})

check('a theme of blocks shows the same in its templates', async () => {
	await wordpress.php(
		`$f = get_theme_root() . '/blocks/templates/index.html'; file_put_contents($f, str_replace(['WALL', 'TESTIMONIAL'], ['${space.slug}', '${second}'], file_get_contents($f))); file_put_contents(get_theme_root() . '/blocks/index.php', ''); switch_theme('blocks');`,
	)
	const html = await wordpress.get('/')
	await wordpress.php(`switch_theme('classic');`)
	assert.ok(decode(html).split(hostile).length >= 3)
	assert.match(html, /<template shadowrootmode="open"><style>.+?<\/style>/s)
})

check('a view sets no cookie and names no other host', async () => {
	const answer = await fetch(wordpress.url + pages.blocks)
	assert.equal(answer.headers.get('set-cookie'), null)
	const html = await answer.text()
	const wall = html.slice(html.indexOf('<plaudit-wall'), html.indexOf('</plaudit-wall>'))
	for (const [, host] of wall.matchAll(/(?:href|src)="https?:\/\/([^/"]+)/g))
		assert.equal(host, new URL(server.url).host)
})

check('the editor gets names from the key, and visitors get nothing', async () => {
	const as = (who: string, path: string) =>
		json(
			`(function() { wp_set_current_user(${who}); $r = rest_do_request(WP_REST_Request::from_url(rest_url('${path}'))); return [$r->get_status(), $r->get_data()]; })()`,
		) as Promise<[number, { walls: { slug: string }[]; forms: { slug: string }[]; rendered: string; id: string }]>
	const author = `get_user_by('login', 'author')->ID`
	const [status, lists] = await as(author, 'plaudit/v1/lists')
	assert.equal(status, 200)
	assert.deepEqual(
		[lists.walls.map(({ slug }) => slug), lists.forms.map(({ slug }) => slug)],
		[[space.slug], [space.slug]],
	)
	assert.ok(!JSON.stringify(lists).includes('plk_'))
	assert.equal((await as('0', 'plaudit/v1/lists'))[0], 401)
	assert.equal((await as('0', `plaudit/v1/testimonials?wall=${space.slug}`))[0], 401)
	const [, rows] = await as(author, `plaudit/v1/testimonials?wall=${space.slug}`)
	assert.equal((rows as unknown as object[]).length, 2)
	assert.equal((await as(author, 'plaudit/v1/testimonials?wall=..%2F..'))[0], 400)
	const [, preview] = await as(author, `wp/v2/block-renderer/plaudit/wall?context=edit&attributes[wall]=${space.slug}`)
	assert.match(preview.rendered, /eighty/)
})

check('the settings page takes a nonce and an administrator, and never prints the key', async () => {
	const session = async (user: string) => {
		const answer = await fetch(`${wordpress.url}/wp-login.php`, {
			method: 'POST',
			redirect: 'manual',
			headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
			body: new URLSearchParams({ log: user, pwd: `${user}-password`, testcookie: '1' }),
		})
		return answer.headers
			.getSetCookie()
			.map((line) => line.split(';')[0])
			.join('; ')
	}
	const admin = await session('admin')
	const page = await (
		await fetch(`${wordpress.url}/wp-admin/options-general.php?page=plaudit`, { headers: { cookie: admin } })
	).text()
	assert.match(page, /Connected\. The editor offers walls: 1, forms: 1/)
	assert.ok(!page.includes(key) && page.includes(`${key.slice(0, 8)}…`))
	const nonce = /name="_wpnonce" value="(\w+)"/.exec(page)?.[1] ?? ''
	const send = async (cookie: string, fields: Record<string, string>) => {
		const body = new URLSearchParams({ option_page: 'plaudit', action: 'update', ...fields })
		const options = { method: 'POST', redirect: 'manual', headers: { cookie }, body } as const
		return (await fetch(`${wordpress.url}/wp-admin/options.php`, options)).status
	}
	const fields = { 'plaudit_settings[address]': server.url, 'plaudit_settings[key]': '' }
	assert.equal(await send(admin, fields), 403)
	assert.equal(await send(await session('author'), { ...fields, _wpnonce: nonce }), 403)
	assert.equal(await send(admin, { ...fields, _wpnonce: nonce }), 302)
	assert.deepEqual(await json('Plaudit\\settings()'), { address: server.url, key })
	for (const wrong of [
		'javascript:alert(1)',
		'https://a@b.example',
		'https://x.example/?a=1',
		'ftp://x.example',
		'x'.repeat(4_000),
	])
		await send(admin, { ...fields, 'plaudit_settings[address]': wrong, _wpnonce: nonce })
	assert.deepEqual(await json('Plaudit\\settings()'), { address: server.url, key })
	await send(admin, { ...fields, 'plaudit_settings[address]': 'https://other.example', _wpnonce: nonce })
	assert.deepEqual(await json('Plaudit\\settings()'), { address: 'https://other.example', key: '' })
	await send(admin, { 'plaudit_settings[address]': server.url, 'plaudit_settings[key]': key, _wpnonce: nonce })
	assert.deepEqual(await json('Plaudit\\settings()'), { address: server.url, key })
})

check('hostile answers of a server show nothing', async () => {
	for (const html of [
		'<script>alert(1)</script>',
		'<plaudit-wall wall="x" onclick=alert(1)><template shadowrootmode="open"><style>a{}</style>x</template></plaudit-wall>',
		`<plaudit-wall wall="${space.wall_id}"><template shadowrootmode="open"><style>@import "https://x.example";</style>x</template></plaudit-wall>`,
		`<plaudit-wall wall="${space.wall_id}"><template shadowrootmode="open"><style>a{background:url(https://x.example/a)}</style>x</template></plaudit-wall>`,
	])
		assert.equal(
			await wordpress.php(`echo Plaudit\\clean_wall(base64_decode('${Buffer.from(html).toString('base64')}'));`),
			'',
		)
	const inside = `<plaudit-wall wall="${space.wall_id}"><template shadowrootmode="open"><style>a{}</style><p onclick="alert(1)" style="x">a<script>alert(1)</script><iframe src="//x"></iframe><a href="javascript:alert(1)">b</a><svg onload=alert(1)></svg></p></template></plaudit-wall>`
	const cleaned = await wordpress.php(
		`echo Plaudit\\clean_wall(base64_decode('${Buffer.from(inside).toString('base64')}'));`,
	)
	assert.doesNotMatch(cleaned, /onclick|onload|<script|<iframe|javascript:|style="/)
	for (const text of ['[]', '{"item":1}', '{"item":{"text":[],"author":{}}}', '['.repeat(9_999), 'null', '"x"'])
		assert.equal(
			await wordpress.php(`echo Plaudit\\testimonial_figure('${text}') . Plaudit\\badge_link('${text}');`),
			'',
		)
})

check('withdrawn words are gone after a minute at most', async () => {
	await read('blocks')
	await service.from('testimonials').update({ withdrawn_at: new Date().toISOString() }).eq('id', second).throwOnError()
	assert.match(await read('blocks'), /Ines/, 'a copy of less than 20 seconds is shown')
	await age(61)
	const html = await read('blocks')
	assert.doesNotMatch(html, /Ines/)
	assert.match(decode(html), /My hands are eighty-one\./)
	assert.doesNotMatch(html, /plaudit-testimonial/)
})

check('a copy between 20 and 60 seconds is shown, and asked for after the page', async () => {
	await age(30)
	const before = (await json('get_option("plaudit_paths")')) as object
	assert.ok(Object.keys(before).length >= 3)
	await read('blocks')
	const wall = `/embed/${space.wall_id}.html?lang=en`
	assert.ok(Number(await json(`time() - Plaudit\\copy_at('${wall}')['at']`)) < 10)
})

check('while the server rests the last words stay, and a view waits once a minute', async () => {
	await server.end()
	await age(1_000)
	const started = performance.now()
	assert.match(decode(await read('blocks')), /My hands are eighty-one\./)
	assert.ok(performance.now() - started < 5_000)
	assert.equal(await json(`get_transient('plaudit_rests')`), '1')
	await wordpress.php(`do_action('plaudit_refresh');`)
	assert.match(decode(await read('blocks')), /My hands are eighty-one\./)
	await server.restart()
	await wordpress.php(`delete_transient('plaudit_rests'); do_action('plaudit_refresh');`)
	assert.match(decode(await read('blocks')), /My hands are eighty-one\./)
})

check('nothing stays in WordPress after the plugin is deleted', async () => {
	await wordpress.php(
		`require ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins('plaudit/plaudit.php'); uninstall_plugin('plaudit/plaudit.php');`,
	)
	assert.equal(
		await wordpress.php(
			`global $wpdb; echo $wpdb->get_var("select count(*) from {$wpdb->options} where option_name like '%plaudit%'");`,
		),
		'0',
	)
	assert.doesNotMatch(
		await wordpress.php(`global $wpdb; echo json_encode($wpdb->get_col("select post_content from {$wpdb->posts}"));`),
		/eighty-one/,
	)
})

check('PHP wrote no error and no warning of the plugin', async () => {
	assert.equal(
		wordpress
			.errors()
			.split('\n')
			.filter((line) => line.includes('plugins/plaudit'))
			.join('\n'),
		'',
	)
})

let failed = 0
try {
	for (const [name, run] of checks) {
		const problem = await run().then(
			() => undefined,
			(error: unknown) => error,
		)
		console.log(`${problem ? 'failed' : 'ok    '} ${name}`)
		if (problem) {
			failed++
			console.log(
				String(problem instanceof Error ? problem.stack : problem)
					.replace(/`<!doctype[\s\S]*?`(?= \+|\n)[\s\S]*?(?=\n\s+at )/, 'the page')
					.slice(0, 1_500),
			)
		}
	}
} finally {
	await Promise.allSettled([server.stop(), wordpress.stop()])
}
console.log(`${checks.length - failed} of ${checks.length} checks hold (${first.slice(0, 8)}).`)
process.exitCode = failed ? 1 : 0
