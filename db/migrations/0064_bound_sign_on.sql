-- The hash of the browser that began a company's sign-on, where that browser has to end it: an answer that somebody else got
-- for themselves and has another person's browser deliver would sign that person in as them.
alter table auth.saml_relay_states add column browser_hash bytea;
