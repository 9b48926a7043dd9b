-- Two tenants with a row in every table. Run by the superuser; the ids are those of policy-callers.ts.
insert into auth.users (id, email, raw_user_meta_data)
select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, format('person%s@example.test', n),
	jsonb_build_object('username', 'person-' || n)
from generate_series(1, 7) n;

create function pg_temp.id(n int) returns uuid language sql immutable as $$
	select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid $$;

insert into public.spaces (id, name) values (pg_temp.id(10), 'Tenant A'), (pg_temp.id(11), 'Tenant B');
insert into public.space_members (space_id, user_id, role) values
	(pg_temp.id(10), pg_temp.id(2), 'owner'), (pg_temp.id(10), pg_temp.id(3), 'editor'), (pg_temp.id(10), pg_temp.id(4), 'viewer'),
	(pg_temp.id(10), pg_temp.id(5), 'editor'), (pg_temp.id(11), pg_temp.id(6), 'owner');
delete from public.space_members where user_id = pg_temp.id(5);

insert into public.api_keys (id, space_id, name, role, scopes, prefix, created_by, expires_at, revoked_at) values
	(pg_temp.id(100), pg_temp.id(10), 'Editor', 'editor', null, 'plk_edit', pg_temp.id(2), null, null),
	(pg_temp.id(101), pg_temp.id(10), 'Viewer', 'viewer', null, 'plk_view', pg_temp.id(2), now() + interval '1 day', null),
	(pg_temp.id(102), pg_temp.id(10), 'Narrow', 'editor', '{walls:read}', 'plk_narr', pg_temp.id(2), null, null),
	(pg_temp.id(103), pg_temp.id(10), 'Revoked', 'editor', null, 'plk_revo', pg_temp.id(2), null, now()),
	(pg_temp.id(104), pg_temp.id(10), 'Expired', 'editor', null, 'plk_expi', pg_temp.id(2), now() - interval '1 minute', null),
	(pg_temp.id(105), pg_temp.id(11), 'Other', 'editor', null, 'plk_othe', pg_temp.id(6), null, null);
insert into private.api_key_hashes (space_id, key_id, hash)
select k.space_id, k.id, sha256(convert_to('plk_' || rpad(lower(k.name) || 'Key', 43, '0'), 'UTF8')) from public.api_keys k;
insert into public.api_key_uses (space_id, key_id, day, scope, uses) select k.space_id, k.id, current_date, '', 1 from public.api_keys k;

insert into public.webhooks (id, space_id, url, events, kind) values
	(pg_temp.id(110), pg_temp.id(10), 'https://a.example/hook', '{testimonial.created}', 'standard'),
	(pg_temp.id(111), pg_temp.id(11), 'https://b.example/hook', '{testimonial.created}', 'standard');
insert into private.webhook_secrets (space_id, webhook_id, secret) select w.space_id, w.id, 'whsec_x' from public.webhooks w;
insert into private.webhook_queues (space_id, webhook_id) select w.space_id, w.id from public.webhooks w;
insert into private.webhook_events (space_id, event) select w.space_id, 'testimonial.created' from public.webhooks w;
insert into public.webhook_deliveries (space_id, webhook_id, message_id, event, testimonial_id, happened_at, answer)
select w.space_id, w.id, w.id, 'testimonial.created', pg_temp.id(31), now(), 'An answer' from public.webhooks w;

insert into public.forms (id, space_id, slug, name) values
	(pg_temp.id(20), pg_temp.id(10), 'tenant-a', 'A'), (pg_temp.id(21), pg_temp.id(11), 'tenant-b', 'B'),
	(pg_temp.id(23), pg_temp.id(10), 'empty-a', 'Without a draft');
update public.forms set consent_text = consent_text || ' Always.';
insert into public.form_questions (id, space_id, form_id, position, kind, label) values
	(pg_temp.id(22), pg_temp.id(10), pg_temp.id(20), 0, 'short', 'Secret question of A');
insert into public.form_drafts (space_id, form_id, mine, base)
select f.space_id, f.id, '{"title": "Edited"}', jsonb_build_object('title', f.title) from public.forms f where f.id <> pg_temp.id(23);
insert into public.testimonials (id, space_id, form_id, kind, body, author_name, source) values
	(pg_temp.id(30), pg_temp.id(10), pg_temp.id(20), 'photo', 'Shown by A', 'Ada', 'form'),
	(pg_temp.id(31), pg_temp.id(10), pg_temp.id(20), 'photo', 'Hidden by A', 'Alan', 'form'),
	(pg_temp.id(32), pg_temp.id(11), pg_temp.id(21), 'text', 'Shown by B', 'Bea', 'form');
select private.share_wording(s.id, 'You may.') from public.spaces s;
insert into public.consents (space_id, testimonial_id, scope, wording)
select t.space_id, t.id, 'public', 'You may.' from public.testimonials t;
update public.testimonials set status = 'approved' where id <> pg_temp.id(31);
insert into public.testimonial_versions (space_id, testimonial_id, version, body, author_name)
select t.space_id, t.id, 9, 'Earlier words', 'Earlier name' from public.testimonials t;
insert into public.proposals (space_id, testimonial_id, version, body)
select t.space_id, t.id, t.version, 'Proposed words' from public.testimonials t;
insert into public.testimonial_contacts (space_id, testimonial_id, email)
select t.space_id, t.id, 'secret@example.test' from public.testimonials t;
insert into public.testimonial_answers (space_id, testimonial_id, label, value)
select t.space_id, t.id, 'Private', 'Secret answer' from public.testimonials t;
insert into public.media (space_id, testimonial_id, kind, path, mime, bytes, state) values
	(pg_temp.id(10), pg_temp.id(30), 'photo', pg_temp.id(10) || '/' || pg_temp.id(30) || '/p.jpg', 'image/jpeg', 1, 'ready'),
	(pg_temp.id(10), pg_temp.id(31), 'photo', pg_temp.id(10) || '/' || pg_temp.id(31) || '/q.jpg', 'image/jpeg', 1, 'ready');
insert into public.media (id, space_id, testimonial_id, kind, path, original_path, mime, bytes, seconds, state) values
	(pg_temp.id(80), pg_temp.id(10), pg_temp.id(30), 'video', pg_temp.id(10) || '/' || pg_temp.id(30) || '/' || pg_temp.id(80) || '.mp4',
		pg_temp.id(10) || '/' || pg_temp.id(30) || '/' || pg_temp.id(80) || '-original.mov', 'video/mp4', 1, 2, 'ready'),
	(pg_temp.id(81), pg_temp.id(11), pg_temp.id(32), 'audio', pg_temp.id(11) || '/' || pg_temp.id(32) || '/' || pg_temp.id(81) || '.m4a',
		null, 'audio/mp4', 1, 2, 'ready');
insert into public.captions (space_id, testimonial_id, media_id, locale, vtt, transcript, source) values
	(pg_temp.id(10), pg_temp.id(30), pg_temp.id(80), 'en', 'WEBVTT', 'Words of A', 'typed'),
	(pg_temp.id(11), pg_temp.id(32), pg_temp.id(81), 'en', 'WEBVTT', 'Words of B', 'typed');
insert into private.recording_uploads (space_id, id, form_id, kind, bytes) values
	(pg_temp.id(10), pg_temp.id(82), pg_temp.id(20), 'video', 1), (pg_temp.id(11), pg_temp.id(83), pg_temp.id(21), 'audio', 1);
insert into public.verifications (space_id, testimonial_id, basis, evidence)
select t.space_id, t.id, 'email', 'Secret evidence' from public.testimonials t;
insert into public.replies (space_id, testimonial_id, body) values
	(pg_temp.id(10), pg_temp.id(30), 'Thank you'), (pg_temp.id(11), pg_temp.id(32), 'Thank you');
insert into public.testimonial_notes (space_id, testimonial_id, author, body) values
	(pg_temp.id(10), pg_temp.id(30), pg_temp.id(3), 'Note of A'), (pg_temp.id(11), pg_temp.id(32), pg_temp.id(6), 'Note of B');
insert into public.tags (id, space_id, name) values
	(pg_temp.id(40), pg_temp.id(10), 'Used'), (pg_temp.id(41), pg_temp.id(10), 'Free'), (pg_temp.id(42), pg_temp.id(11), 'Other');
insert into public.testimonial_tags (space_id, testimonial_id, tag_id) values
	(pg_temp.id(10), pg_temp.id(30), pg_temp.id(40)), (pg_temp.id(11), pg_temp.id(32), pg_temp.id(42));
insert into public.saved_views (space_id, name, filter) values
	(pg_temp.id(10), 'Of A', '{"view": "all"}'), (pg_temp.id(11), 'Of B', '{"view": "all"}');
insert into public.customer_mails_off (space_id, mail) values (pg_temp.id(10), 'published'), (pg_temp.id(11), 'published');
insert into public.customer_mail_texts (space_id, mail, locale, subject, body) values
	(pg_temp.id(10), 'received', 'en', 'Mail of A', '{link}'), (pg_temp.id(11), 'received', 'en', 'Mail of B', '{link}');
insert into public.invitation_templates (space_id, name, subject, message) values
	(pg_temp.id(10), 'Of A', 'Subject of A', 'Words of A'), (pg_temp.id(11), 'Of B', 'Subject of B', 'Words of B');
insert into public.archive_imports (id, user_id, file_bytes) values (gen_random_uuid(), pg_temp.id(2), 1), (gen_random_uuid(), pg_temp.id(6), 1);
insert into public.walls (id, space_id, slug, name) values
	(pg_temp.id(50), pg_temp.id(10), 'tenant-a', 'A'), (pg_temp.id(51), pg_temp.id(11), 'tenant-b', 'B'),
	(pg_temp.id(52), pg_temp.id(10), 'empty-a', 'Without testimonials');
insert into public.wall_drafts (space_id, wall_id, mine, base) values
	(pg_temp.id(10), pg_temp.id(50), '{}', '{}'), (pg_temp.id(11), pg_temp.id(51), '{}', '{}');
insert into public.wall_items (space_id, wall_id, testimonial_id, position) values
	(pg_temp.id(10), pg_temp.id(50), pg_temp.id(30), 0), (pg_temp.id(11), pg_temp.id(51), pg_temp.id(32), 0);

insert into public.wall_embeds (space_id, wall_id, host, kind, reserves) values
	(pg_temp.id(10), pg_temp.id(50), 'a.example', 'script', ''), (pg_temp.id(11), pg_temp.id(51), 'b.example', 'frame', '');
insert into public.notification_settings (space_id, user_id) values (pg_temp.id(10), pg_temp.id(3)), (pg_temp.id(11), pg_temp.id(6));
insert into private.notification_events (space_id, testimonial_id, kind) values (pg_temp.id(10), pg_temp.id(31), 'new');
insert into private.unindexed_testimonials (space_id, testimonial_id) values (pg_temp.id(10), pg_temp.id(31)), (pg_temp.id(11), pg_temp.id(32));
insert into private.notification_mails (space_id, id, user_id, kind) values (pg_temp.id(10), pg_temp.id(70), pg_temp.id(3), 'each');
insert into private.notification_items (space_id, mail_id, event_id, user_id, testimonial_id, kind)
values (pg_temp.id(10), pg_temp.id(70), 1, pg_temp.id(3), pg_temp.id(31), 'new');

insert into storage.objects (bucket_id, name, version, metadata) values
	('avatars', pg_temp.id(3) || '/face.png', gen_random_uuid()::text, '{}'),
	('brand', pg_temp.id(10) || '/logo.png', gen_random_uuid()::text, '{}'),
	('photos', pg_temp.id(10) || '/' || pg_temp.id(30) || '/p.jpg', gen_random_uuid()::text, '{}'),
	('photos', pg_temp.id(10) || '/' || pg_temp.id(31) || '/q.jpg', gen_random_uuid()::text, '{}'),
	('recordings', pg_temp.id(10) || '/' || pg_temp.id(30) || '/' || pg_temp.id(80) || '.mp4', gen_random_uuid()::text, '{}'),
	('recordings', pg_temp.id(10) || '/' || pg_temp.id(30) || '/' || pg_temp.id(80) || '-original.mov', gen_random_uuid()::text, '{}'),
	('exports', pg_temp.id(10) || '/csv/a.csv', gen_random_uuid()::text, '{}'),
	('exports', pg_temp.id(10) || '/archive/a.zip', gen_random_uuid()::text, '{}'),
	('recordings', 'unsent/' || pg_temp.id(82), gen_random_uuid()::text, '{}');
insert into storage.uploads (id, bucket_id, name, is_upsert, version, metadata) values
	(pg_temp.id(62), 'brand', pg_temp.id(10) || '/logo2.png', false, pg_temp.id(62), '{}');

insert into private.receipts (testimonial_id, token_hash, form_id, fingerprint) values (pg_temp.id(31), '\x01', pg_temp.id(20), '\x02');
insert into private.invitation_batches (id, space_id, form_id, subject, message) values
	(pg_temp.id(70), pg_temp.id(10), pg_temp.id(20), 'Subject of A', 'Message of A'),
	(pg_temp.id(71), pg_temp.id(11), pg_temp.id(21), 'Subject of B', 'Message of B');
insert into public.invitations (id, space_id, form_id, batch_id, email, name) values
	(pg_temp.id(72), pg_temp.id(10), pg_temp.id(20), pg_temp.id(70), 'invited@example.test', 'Invited by A'),
	(pg_temp.id(73), pg_temp.id(11), pg_temp.id(21), pg_temp.id(71), 'invited@example.test', 'Invited by B');
insert into public.customer_events (space_id, event, reference, at, email, invitation_id, key_id) values
	(pg_temp.id(10), 'order.paid', '1', now(), 'invited@example.test', pg_temp.id(72), pg_temp.id(100)),
	(pg_temp.id(11), 'order.paid', '1', now(), 'invited@example.test', pg_temp.id(73), pg_temp.id(105));
insert into private.invitation_tokens (space_id, invitation_id, token_hash) values
	(pg_temp.id(10), pg_temp.id(72), '\x01'), (pg_temp.id(11), pg_temp.id(73), '\x02');
insert into private.invitation_mails (space_id, invitation_id, kind, due_at)
select i.space_id, i.id, 'invitation', 'infinity' from public.invitations i;
insert into private.invitation_queues (space_id, due_at) select s.id, 'infinity' from public.spaces s;
insert into private.declined_addresses (space_id, address_hash) values (pg_temp.id(10), '\x01'), (pg_temp.id(11), '\x01');
insert into private.erased_invitations (space_id, address_hash, token_hash) values (pg_temp.id(10), '\x01', '\x01'), (pg_temp.id(11), '\x01', '\x02');
insert into private.former_receipt_tokens (space_id, testimonial_id, token_hash)
select t.space_id, t.id, sha256(t.id::text::bytea) from public.testimonials t;
insert into public.exports (space_id, format, with_emails, state) values
	(pg_temp.id(10), 'archive', true, 'ready'), (pg_temp.id(11), 'archive', true, 'ready');
insert into public.imports (space_id, id, file_name, source, columns, mapping, row_count) values
	(pg_temp.id(10), pg_temp.id(90), 'of-a.csv', 'csv', '["Name"]', '{}', 1),
	(pg_temp.id(11), pg_temp.id(91), 'of-b.csv', 'csv', '["Name"]', '{}', 1);
insert into public.import_rows (space_id, import_id, row, outcome, problem, reason, cells) values
	(pg_temp.id(10), pg_temp.id(90), 1, 'refused', 'no_words', 'No words.', '["Secret of A"]'),
	(pg_temp.id(11), pg_temp.id(91), 1, 'refused', 'no_words', 'No words.', '["Secret of B"]');
insert into private.import_pictures (space_id, import_id, testimonial_id, row, role, url) values
	(pg_temp.id(10), pg_temp.id(90), pg_temp.id(30), 1, 'avatar', 'https://a.example/face.png'),
	(pg_temp.id(11), pg_temp.id(91), pg_temp.id(32), 1, 'avatar', 'https://b.example/face.png');
insert into public.bulk_jobs (space_id, id, action) values
	(pg_temp.id(10), pg_temp.id(92), 'approve'), (pg_temp.id(11), pg_temp.id(93), 'approve');
insert into private.bulk_items (space_id, bulk_id, testimonial_id, seq, status, spam_state) values
	(pg_temp.id(10), pg_temp.id(92), pg_temp.id(30), 1, 'pending', 'clean'), (pg_temp.id(11), pg_temp.id(93), pg_temp.id(32), 1, 'pending', 'clean');
insert into public.space_events (space_id, kind) values (pg_temp.id(10), 'exported'), (pg_temp.id(11), 'exported');
insert into public.member_invitations (id, space_id, email, role, invited_by) values
	(pg_temp.id(70), pg_temp.id(10), 'secret@example.test', 'editor', pg_temp.id(2)),
	(pg_temp.id(71), pg_temp.id(11), 'secret@example.test', 'editor', pg_temp.id(6));
insert into private.member_invitation_tokens (space_id, invitation_id, channel, version, token_hash) values
	(pg_temp.id(10), pg_temp.id(70), 'mail', 1, sha256('secret'));
insert into private.address_budgets (address, hour, used) values ('\x01', now(), 1);
insert into private.space_budgets (space_id, key, hour, used) values (pg_temp.id(10), '\x01', now(), 1), (pg_temp.id(11), '\x01', now(), 1);
insert into private.spent_proofs (space_id, id, expires_at) values (pg_temp.id(10), '\x01', now()), (pg_temp.id(11), '\x01', now());
insert into private.erased_keys (space_id, key) values (pg_temp.id(10), '\x01'), (pg_temp.id(11), '\x02');
insert into private.erased (space_id, kind, hash) values (pg_temp.id(10), 'address', '\x01'), (pg_temp.id(11), 'words', '\x02');
insert into private.uncounted_spaces (space_id) values (pg_temp.id(10)), (pg_temp.id(11));
insert into private.count_checks (space_id) values (pg_temp.id(10)), (pg_temp.id(11));
insert into private.count_changes (space_id, submitted_on, number, state) select id, current_date, 1, 0 from public.spaces;
insert into private.part_changes (space_id, key, number, part) select id, gen_random_uuid(), 1, 't' from public.spaces;
insert into private.testimonial_counts (space_id, state, form_id, number) select id, 0, gen_random_uuid(), 1 from public.spaces;
insert into private.daily_counts (space_id, day, form_id) select id, current_date, gen_random_uuid() from public.spaces;
insert into private.part_counts (space_id, part, key, number) select id, 't', gen_random_uuid(), 1 from public.spaces;
insert into private.tombstones (space_id, salt, id_hash) values (pg_temp.id(10), '\x01', '\x02');
insert into private.made_spaces (space_id, user_id) values (pg_temp.id(10), pg_temp.id(2));
insert into private.order_keys (space_id) values (pg_temp.id(10));
insert into private.limits (name, most) values ('spaces_per_account', 100);
insert into private.space_limits (space_id, storage_bytes) select id, 1000000000000 from public.spaces;
insert into private.proof_log (number, leaf) values (1, sha256('x'));
insert into private.proof_keys (id, public_key) values (encode(sha256('x'), 'hex'), 'x');
insert into private.checkpoints (number, made_at, first_entry, last_entry, root, text, key_id, signature)
values (1, now(), 1, 1, sha256('x'), 'x', encode(sha256('x'), 'hex'), 'x');
insert into private.page_views (day, path, referrer_host, views) values (current_date, '/', '', 1);
insert into plaudit.jobs (kind) values ('nothing');
insert into plaudit.probe (id, at) values (1, now());
insert into plaudit.backups (name) values ('nothing');
insert into plaudit.erasures (kind, row_hash) values ('account', '0');

insert into auth.identities (user_id, provider, provider_id, identity_data) values (pg_temp.id(2), 'email', 'x', '{}');
insert into auth.email_proofs (user_id, email, source) values (pg_temp.id(2), 'x', 'mail');
insert into auth.operators (user_id, source) values (pg_temp.id(2), 'setup_link');
insert into auth.sessions (id, user_id) values (pg_temp.id(60), pg_temp.id(2));
insert into auth.bans (user_id) values (pg_temp.id(64));
insert into auth.ended_sessions (session_id) values (pg_temp.id(64));
insert into auth.one_time_tokens (user_id, kind, relates_to, code_hash, expires_at) values (pg_temp.id(2), 'recovery', 'x', '\x01', now());
insert into auth.flow_state (provider, authentication_method) values ('email', 'magiclink');
insert into auth.mfa_factors (id, user_id, factor_type) values (pg_temp.id(61), pg_temp.id(2), 'totp');
insert into auth.mfa_challenges (factor_id, ip) values (pg_temp.id(61), '127.0.0.1');
insert into auth.recovery_codes (factor_id, code_hash) values (pg_temp.id(61), '\x01');
insert into auth.webauthn_credentials (user_id, credential_id, public_key, sign_count) values (pg_temp.id(2), '\x01', '\x01', 0);
insert into auth.webauthn_challenges (id, purpose, challenge) values (pg_temp.id(62), 'authentication', 'x');
insert into auth.web3_messages (hash, expires_at) values ('\x01', now());
insert into auth.oauth_clients (client_type, token_endpoint_auth_method, redirect_uris, grant_types) values ('public', 'none', '{x}', '{x}');
insert into auth.custom_providers (provider_type, identifier, name, client_id, sealed_secret, issuer) values ('oidc', 'custom:x', 'x', 'x', '\x01', 'x');
insert into auth.spent_captchas (hash, expires_at) values ('\x01', now());
insert into auth.audit_log_entries (payload) values ('{}');
insert into auth.rate_limits (key, tat) values ('x', now());
insert into auth.known_sources (user_id, source) values (pg_temp.id(2), 'x');
insert into auth.guesses (key, failures, since, free_at) values ('x', 1, now(), now());
insert into auth.signing_keys (kid, signs_from) values ('x', now());
insert into auth.api_keys (generation, taken_back) values (1, '{}');
-- The row of auth.root_key is written when the services are opened, and that of auth.former_root_secrets after it: it could not be decrypted.
insert into auth.sso_providers (id) values (pg_temp.id(62));
insert into auth.sso_domains (domain, sso_provider_id, position) values ('x.example', pg_temp.id(62), 0);
insert into auth.saml_providers (sso_provider_id, entity_id, metadata_xml) values (pg_temp.id(62), 'x', '<x/>');
insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to) values (pg_temp.id(63), pg_temp.id(62), 'x', 'x');
insert into auth.saml_assertions (digest, expires_at) values ('\x01', now());
insert into auth.saml_signing_key (sealed_key) values ('\x01');
insert into realtime.messages (topic, extension) values ('room', 'broadcast');
insert into realtime.parcels (content) values ('x');
insert into realtime.horizon default values;
insert into realtime.marks default values;
