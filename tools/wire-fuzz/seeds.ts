/**
 * Valid requests of each wire, which the fuzzer mutates. `$user`, `$bucket` and the like are filled in at the start.
 */
export type Seed = {
	method: string
	path: string
	body?: unknown
	headers?: Record<string, string>
}
export type Wire = 'auth' | 'rest' | 'storage' | 'functions'

const id = '$user'
const email = 'fuzz@example.test'
const password = 'a long enough pass phrase'

export const seeds: Record<Wire, readonly Seed[]> = {
	auth: [
		{
			method: 'POST',
			path: '/signup',
			body: { email: '$new', password, data: { username: 'fuzzed' } },
		},
		{ method: 'POST', path: '/token?grant_type=password', body: { email, password } },
		{ method: 'POST', path: '/token?grant_type=refresh_token', body: { refresh_token: 'abc' } },
		{
			method: 'POST',
			path: '/token?grant_type=pkce',
			body: { auth_code: id, code_verifier: 'x'.repeat(50) },
		},
		{
			method: 'POST',
			path: '/token?grant_type=id_token',
			body: { provider: 'google', id_token: 'a.b.c', nonce: 'n' },
		},
		{
			method: 'POST',
			path: '/token?grant_type=web3',
			body: { chain: 'solana', message: 'm', signature: 'AA==' },
		},
		{
			method: 'POST',
			path: '/otp?redirect_to=http://localhost',
			body: { email, create_user: true, data: {} },
		},
		{ method: 'POST', path: '/otp', body: { phone: '+4912345678', channel: 'sms' } },
		{
			method: 'POST',
			path: '/recover',
			body: { email, code_challenge: 'x', code_challenge_method: 's256' },
		},
		{ method: 'POST', path: '/resend', body: { email, type: 'signup' } },
		{ method: 'POST', path: '/verify', body: { email, token: '123456', type: 'signup' } },
		{ method: 'POST', path: '/verify', body: { token_hash: 'x', type: 'email' } },
		{ method: 'GET', path: '/verify?token=x&type=signup&redirect_to=http://localhost' },
		{ method: 'GET', path: '/authorize?provider=google&redirect_to=http://localhost&scopes=a' },
		{ method: 'GET', path: '/callback?state=x&code=y' },
		{ method: 'POST', path: '/sso', body: { domain: 'example.test' } },
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
		},
		{ method: 'GET', path: '/user' },
		{ method: 'PUT', path: '/user', body: { data: { a: 1 }, password, nonce: '123456' } },
		{ method: 'GET', path: '/reauthenticate' },
		{ method: 'DELETE', path: `/user/identities/${id}` },
		{ method: 'GET', path: '/user/identities/authorize?provider=google' },
		{
			method: 'POST',
			path: '/factors',
			body: { friendly_name: 'x', factor_type: 'totp', issuer: 'i' },
		},
		{ method: 'POST', path: `/factors/${id}/challenge`, body: {} },
		{ method: 'POST', path: `/factors/${id}/verify`, body: { challenge_id: id, code: '123456' } },
		{ method: 'DELETE', path: `/factors/${id}` },
		{ method: 'POST', path: '/factors/recovery-codes/verify', body: { code: 'abcd-efgh' } },
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
			path: '/forms?select=*&settings->a->>b=eq.1&id=not.is.null',
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
		{ method: 'GET', path: '/rpc/create_space?name=a&slug=b' },
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
		{ method: 'GET', path: '/object/sign/$bucket/a/b.txt?token=a.b.c' },
		{ method: 'POST', path: '/object/upload/sign/$bucket/d' },
		{ method: 'PUT', path: '/object/upload/sign/$bucket/d?token=a.b.c', body: 'x' },
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
			path: '/upload/resumable/abc',
			body: 'hello',
			headers: {
				'tus-resumable': '1.0.0',
				'upload-offset': '0',
				'content-type': 'application/offset+octet-stream',
			},
		},
		{ method: 'HEAD', path: '/upload/resumable/abc', headers: { 'tus-resumable': '1.0.0' } },
		{
			method: 'GET',
			path: '/render/image/public/$bucket/a/b.txt?width=10&height=10&resize=cover&quality=50',
		},
	],
	functions: [
		{ method: 'POST', path: '/submit', body: '$submission', headers: { 'idempotency-key': id } },
		{
			method: 'POST',
			path: '/submit',
			body: 'slug=$slug&author.name=Ada&body=Good',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		},
		{
			method: 'POST',
			path: '/submit',
			body: '--b\r\ncontent-disposition: form-data; name="slug"\r\n\r\n$slug\r\n--b\r\ncontent-disposition: form-data; name="photo"; filename="x.jpg"\r\ncontent-type: image/jpeg\r\n\r\nnot a picture\r\n--b--\r\n',
			headers: { 'content-type': 'multipart/form-data; boundary=b' },
		},
		{ method: 'GET', path: '/form?slug=$slug' },
		{
			method: 'GET',
			path: '/wall?id=$wall&limit=3&cursor=abc',
			headers: { 'if-none-match': '"x"' },
		},
		{ method: 'POST', path: '/events', body: { wall: '$wall', kind: 'view' } },
		{ method: 'GET', path: '/receipt', headers: { 'receipt-token': '$receipt' } },
		{
			method: 'PATCH',
			path: '/receipt',
			body: { body: 'Changed', consent: { scope: 'public' } },
			headers: { 'receipt-token': '$receipt' },
		},
		{ method: 'DELETE', path: '/receipt', headers: { 'receipt-token': 'abc' } },
		{ method: 'POST', path: '/nothing/here', body: { a: 1 } },
	],
}
