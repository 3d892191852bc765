-- Who a person is at other providers. The raw id is the provider's own; it never passes to somebody else, an address may.
create table identity.user_identities (
  provider  text not null,
  raw_id    text not null check (length(raw_id) between 1 and 255),
  user_id   text not null references identity.users on delete cascade,
  email     text,
  profile   jsonb not null default '{}',
  linked_at timestamptz not null,
  used_at   timestamptz not null,
  primary key (provider, raw_id),
  constraint user_identities_one_of_each unique (user_id, provider)
);

-- A sign-in that has left for its provider; whoever brings it back must know the id, of which only the hash is here.
create table identity.oauth_sessions (
  id_hash           text primary key,
  provider          text not null,
  continue_uri      text not null,
  intent            text not null check (intent in ('sign-in', 'link', 'reauthenticate', 'any')),
  -- State, nonce and the PKCE verifier.
  secrets_encrypted text not null,
  created_at        timestamptz not null,
  expires_at        timestamptz not null
);
create index oauth_sessions_expires_at on identity.oauth_sessions (expires_at);

-- What a provider has proved but the person must first join to their account, by signing in to it.
create table identity.pending_credentials (
  token_hash text primary key,
  assertion  jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_credentials_expires_at on identity.pending_credentials (expires_at);
