/**
 * Valid requests of each wire, which the fuzzer mutates. `prepareValues` supplies `$user`, `$bucket` and the like; `$new` and `$uuid`
 * differ in each request, and `$picture` stands for the bytes of a picture.
 */
export type Seed = {
	method: string
	path: string
	body?: unknown
	headers?: Record<string, string>
	/** Status of a request that must be refused, since it needs a secret that only a mail, a device or a provider has. */
	refusal?: number
}
export type Wire = 'auth' | 'rest' | 'storage' | 'functions'

const id = '$user'
const email = 'fuzz@example.test'
const password = 'a long enough pass phrase'
const testPhone = '4912345678'
const testCode = '123456'

/** Settings of the server under test: without limits, and with every service that needs no other server. */
export const fuzzSettings: Record<string, string> = {
	RATE_LIMITS: 'off',
	MAIL_AUTOCONFIRM: 'true',
	MANUAL_LINKING: 'on',
	OAUTH_GITHUB_CLIENT_ID: 'fuzz',
	OAUTH_GITHUB_CLIENT_SECRET: 'fuzz',
	SAML_ENABLED: 'on',
	SMS_TEST_OTP: `${testPhone}=${testCode}`,
	WEB3_SOLANA_ENABLED: 'on',
}

export const seeds: Record<Wire, readonly Seed[]> = {
	auth: [
		{
			method: 'POST',
			path: '/signup',
			body: { email: '$new', password, data: { username: 'fuzzed' } },
		},
		{ method: 'POST', path: '/token?grant_type=password', body: { email: '$email', password: '$password' } },
		{ method: 'POST', path: '/token?grant_type=refresh_token', body: { refresh_token: '$refresh' } },
		{
			method: 'POST',
			path: '/token?grant_type=pkce',
			body: { auth_code: id, code_verifier: 'x'.repeat(50) },
			refusal: 404,
		},
		{
			method: 'POST',
			path: '/token?grant_type=id_token',
			body: { provider: 'google', id_token: 'a.b.c', nonce: 'n' },
			refusal: 400,
		},
		{
			method: 'POST',
			path: '/token?grant_type=web3',
			body: { chain: 'solana', message: '$walletMessage', signature: '$walletSignature' },
		},
		{
			method: 'POST',
			path: '/otp?redirect_to=http://localhost',
			body: { email, create_user: true, data: {} },
		},
		{ method: 'POST', path: '/otp', body: { phone: `+${testPhone}`, channel: 'sms' } },
		{
			method: 'POST',
			path: '/recover',
			body: { email, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
		},
		{ method: 'POST', path: '/resend', body: { email, type: 'signup' } },
		{ method: 'POST', path: '/verify', body: { phone: `+${testPhone}`, token: testCode, type: 'sms' } },
		{ method: 'POST', path: '/verify', body: { token_hash: '$tokenHash', type: 'email' } },
		{ method: 'GET', path: '/verify?token=x&type=signup&redirect_to=http://localhost' },
		{ method: 'GET', path: '/authorize?provider=github&redirect_to=http://localhost&scopes=a' },
		{ method: 'GET', path: '/callback?state=x&code=y' },
		{ method: 'POST', path: '/sso', body: { domain: 'example.test' }, refusal: 404 },
		{
			method: 'POST',
			path: '/sso/saml/acs',
			body: 'SAMLResponse=PHg%2B&RelayState=x',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		},
		{ method: 'POST', path: '/passkeys/authentication/options', body: {} },
		{
			method: 'POST',
			path: '/passkeys/authentication/verify',
			body: { challenge_id: id, credential: {} },
			refusal: 400,
		},
		{ method: 'GET', path: '/user' },
		{ method: 'PUT', path: '/user', body: { data: { a: 1 }, nonce: '123456' } },
		{ method: 'PUT', path: '/user', body: { password: 'short' }, refusal: 422 },
		{ method: 'GET', path: '/reauthenticate' },
		{ method: 'DELETE', path: `/user/identities/${id}`, refusal: 422 },
		{ method: 'GET', path: '/user/identities/authorize?provider=github' },
		{
			method: 'POST',
			path: '/factors',
			body: { friendly_name: '$new', factor_type: 'totp', issuer: 'i' },
		},
		{ method: 'POST', path: '/factors/$factor/challenge', body: {} },
		{
			method: 'POST',
			path: '/factors/$factor/verify',
			body: { challenge_id: id, code: '123456' },
			refusal: 422,
		},
		{ method: 'DELETE', path: '/factors/$factor' },
		{ method: 'POST', path: '/factors/recovery-codes/verify', body: { code: 'abcd-efgh' }, refusal: 422 },
		{ method: 'POST', path: '/logout?scope=others' },
		{ method: 'GET', path: '/admin/users?page=1&per_page=2' },
		{
			method: 'POST',
			path: '/admin/users',
			body: { email: '$new', password, user_metadata: {}, app_metadata: {}, ban_duration: '1h' },
		},
		{ method: 'PUT', path: `/admin/users/${id}`, body: { user_metadata: { a: null } } },
		{ method: 'GET', path: `/admin/users/${id}/factors` },
		{
			method: 'POST',
			path: '/admin/generate_link',
			body: { type: 'magiclink', email, redirect_to: 'http://localhost' },
		},
		{ method: 'POST', path: '/invite', body: { email: '$new', data: {} } },
		{ method: 'GET', path: '/admin/audit?page=1&per_page=5&query=action:login' },
		{
			method: 'POST',
			path: '/admin/sso/providers',
			body: { type: 'saml', metadata_xml: '<x/>', domains: ['a.test'] },
			refusal: 400,
		},
		{ method: 'GET', path: '/settings' },
		{ method: 'GET', path: '/.well-known/jwks.json' },
	],
	rest: [
		{
			method: 'GET',
			path: '/testimonials?select=id,author_name,rating&order=submitted_at.desc&limit=3',
		},
		{
			method: 'GET',
			path: '/spaces?select=id,forms(id,testimonials(id,media(*)))&forms.testimonials.limit=1',
		},
		{
			method: 'GET',
			path: '/testimonials?or=(rating.gt.3,and(body.ilike.*a*,status.in.(pending,approved)))',
		},
		{
			method: 'GET',
			path: '/forms?select=*&author_fields->>title=neq.b&author_fields->a->>b=is.null&id=not.is.null',
			headers: { prefer: 'count=exact' },
		},
		{
			method: 'GET',
			path: '/public_testimonials?limit=1',
			headers: { accept: 'application/vnd.pgrst.object+json' },
		},
		{
			method: 'GET',
			path: '/testimonials?body=wfts(english).word&author_name=match.^a',
			headers: { accept: 'text/csv' },
		},
		{
			method: 'HEAD',
			path: '/spaces?select=id',
			headers: { range: '0-4', prefer: 'count=estimated' },
		},
		{
			method: 'POST',
			path: '/tags',
			body: { space_id: '$space', name: 'x' },
			headers: { prefer: 'return=representation' },
		},
		{
			method: 'POST',
			path: '/tags?columns="space_id","name"&on_conflict=space_id,name',
			body: [{ space_id: '$space', name: 'y' }],
			headers: { prefer: 'resolution=merge-duplicates,missing=default' },
		},
		{
			method: 'PATCH',
			path: '/tags?name=eq.x',
			body: { name: 'z' },
			headers: { prefer: 'handling=strict,max-affected=2,timezone=UTC' },
		},
		{ method: 'PUT', path: `/tags?id=eq.${id}`, body: { id, space_id: '$space', name: 'q' } },
		{
			method: 'DELETE',
			path: '/tags?name=eq.z&limit=1',
			headers: { prefer: 'return=headers-only' },
		},
		{ method: 'POST', path: '/rpc/create_space', body: { name: 'Fuzz', slug: 'fuzz' } },
		{ method: 'GET', path: '/rpc/slug_available?slug=fuzz' },
		{
			method: 'POST',
			path: '/tags',
			body: 'space_id,name\n$space,c',
			headers: { 'content-type': 'text/csv' },
		},
		{ method: 'OPTIONS', path: '/tags' },
		{ method: 'GET', path: '/' },
	],
	storage: [
		{
			method: 'POST',
			path: '/bucket',
			body: {
				id: '$new',
				name: '$new',
				public: true,
				file_size_limit: '1MB',
				allowed_mime_types: ['image/*'],
			},
		},
		{ method: 'GET', path: '/bucket?limit=2&offset=0&search=a&sortColumn=name&sortOrder=asc' },
		{ method: 'GET', path: '/bucket/$bucket' },
		{ method: 'PUT', path: '/bucket/$bucket', body: { public: true } },
		{
			method: 'POST',
			path: '/object/$bucket/a/b.txt',
			body: 'hello',
			headers: {
				'content-type': 'text/plain',
				'x-upsert': 'true',
				'cache-control': 'max-age=60',
				'x-metadata': 'eyJhIjoxfQ==',
			},
		},
		{
			method: 'POST',
			path: '/object/$bucket/form.txt',
			body: '--b\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n--b\r\ncontent-disposition: form-data; name=""; filename="x.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n--b--\r\n',
			headers: { 'content-type': 'multipart/form-data; boundary=b' },
		},
		{
			method: 'PUT',
			path: '/object/$bucket/a/b.txt',
			body: 'again',
			headers: { 'content-type': 'text/plain' },
		},
		{ method: 'GET', path: '/object/$bucket/a/b.txt', headers: { range: 'bytes=0-2' } },
		{ method: 'HEAD', path: '/object/authenticated/$bucket/a/b.txt' },
		{ method: 'GET', path: '/object/public/$bucket/a/b.txt?download=x.txt' },
		{ method: 'GET', path: '/object/info/$bucket/a/b.txt' },
		{
			method: 'POST',
			path: '/object/list/$bucket',
			body: {
				prefix: 'a',
				limit: 10,
				offset: 0,
				sortBy: { column: 'name', order: 'asc' },
				search: 'b',
			},
		},
		{
			method: 'POST',
			path: '/object/list-v2/$bucket',
			body: {
				prefix: '',
				limit: 2,
				cursor: '',
				with_delimiter: true,
				sortBy: { column: 'name', order: 'asc' },
			},
		},
		{ method: 'DELETE', path: '/object/$bucket', body: { prefixes: ['nothing', 'a/c'] } },
		{
			method: 'POST',
			path: '/object/move',
			body: { bucketId: '$bucket', sourceKey: 'a/b.txt', destinationKey: 'a/b.txt' },
		},
		{
			method: 'POST',
			path: '/object/copy',
			body: { bucketId: '$bucket', sourceKey: 'a/b.txt', destinationKey: 'c', copyMetadata: true },
		},
		{
			method: 'POST',
			path: '/object/sign/$bucket/a/b.txt',
			body: { expiresIn: 60, transform: { width: 10 } },
		},
		{ method: 'POST', path: '/object/sign/$bucket', body: { expiresIn: 60, paths: ['a/b.txt'] } },
		{ method: 'GET', path: '/object/sign/$bucket/a/b.txt?token=$signed' },
		{ method: 'POST', path: '/object/upload/sign/$bucket/d' },
		{ method: 'PUT', path: '/object/upload/sign/$bucket/e?token=$uploadToken', body: 'x' },
		{ method: 'OPTIONS', path: '/upload/resumable', headers: { 'tus-resumable': '1.0.0' } },
		{
			method: 'POST',
			path: '/upload/resumable',
			headers: {
				'tus-resumable': '1.0.0',
				'upload-length': '5',
				'upload-metadata': 'bucketName $bucket64,objectName YQ==,contentType dGV4dC9wbGFpbg==',
			},
		},
		{
			method: 'PATCH',
			path: '/upload/resumable/$upload',
			body: 'hello',
			headers: {
				'tus-resumable': '1.0.0',
				'upload-offset': '0',
				'content-type': 'application/offset+octet-stream',
			},
		},
		{ method: 'HEAD', path: '/upload/resumable/$upload', headers: { 'tus-resumable': '1.0.0' } },
		{
			method: 'GET',
			path: '/render/image/public/$bucket/picture.png?width=10&height=10&resize=cover&quality=50',
		},
	],
	functions: [
		{ method: 'POST', path: '/submit', body: '$submission', headers: { 'idempotency-key': '$uuid' } },
		{
			method: 'POST',
			path: '/submit',
			body: 'form=$slug&author.name=Ada&author[title]=Mathematician&body=Good&rating=5&consent=yes&answer_$choices=Tea&answer_$date=2024-02-29&website=',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		},
		{
			method: 'POST',
			path: '/submit',
			body: multipart(
				['form', '$slug'],
				['kind', 'photo'],
				['name', 'Ada'],
				['body', 'Good'],
				['consent', 'yes'],
				['consent_asked', '$wording'],
				['answer_$choices.1', 'Tea'],
				['answer_$choices.2', 'Soup'],
				['answer_$date.day', '29'],
				['answer_$date.month', '2'],
				['answer_$date.year', '2024'],
				['idempotency_key', '$uuid'],
				['photo', '$picture', 'x.png'],
				['avatar', '$picture', 'y.png'],
			),
			headers: { 'content-type': 'multipart/form-data; boundary=b' },
		},
		{ method: 'GET', path: '/form?slug=$slug' },
		{ method: 'GET', path: '/wall?id=$wall&limit=3', headers: { 'if-none-match': '"x"' } },
		{ method: 'GET', path: '/wall?id=$wall&limit=3&cursor=abc', refusal: 422 },
		{
			method: 'POST',
			path: '/events',
			body: { kind: 'view', path: '/collect/$slug', referrer_host: 'fuzz.example.test' },
		},
		{ method: 'POST', path: '/events', body: { kind: 'start', path: '/collect/$slug' } },
		{ method: 'GET', path: '/receipt', headers: { 'receipt-token': '$receipt' } },
		{
			method: 'PATCH',
			path: '/receipt',
			body: { body: 'Changed', consent: { scope: 'public', wording: '$wording' } },
			headers: { 'receipt-token': '$receipt' },
		},
		{ method: 'DELETE', path: '/receipt', headers: { 'receipt-token': '$erasable' } },
		{ method: 'POST', path: '/nothing/here', body: { a: 1 }, refusal: 404 },
	],
}

/** The body of a form with the boundary `b`; a part with a file name is a picture. */
function multipart(...parts: [name: string, value: string, fileName?: string][]): string {
	const written = parts.map(([name, value, fileName]) => {
		const file = fileName ? `; filename="${fileName}"\r\ncontent-type: image/png` : ''
		return `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
	})
	return `${written.join('')}--b--\r\n`
}
