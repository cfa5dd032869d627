/** Clusters, services, security, code and models, mostly names of products and files. */
export const engineering = `
  dockerfile > docker
  crashloop crashloopbackoff oom evicted > pod
  ingress configmap statefulset daemonset > kubernetes
  autoscale autoscaling hpa > scale
  istio linkerd > mesh
  argocd flux gitops > deploy kubernetes
  ansible > automation
  playbook runbook > procedure
  oncall pagerduty opsgenie > incident alert
  postmortem rca > incident
  telemetry > monitor
  throughput qps rps > performance
  bottleneck > performance
  timeout unreachable > error
  segfault coredump > crash error
  stderr stdout > output
  syslog journalctl > log
  healthcheck > health
  cronjob crontab > schedule
  microservice > service
  grpc protobuf thrift > api
  swagger openapi postman > api
  payload > request
  curl wget > http
  websocket socket
  jwt oidc saml > authentication
  ldap okta keycloak > authentication
  vault keystore > secret
  pgp gpg > encrypt
  steganography > hide
  pentest nmap metasploit > security
  subdomain > domain
  dnssec mx cname > dns record
  geoip asn > ip
  honeypot intrusion > security threat
  advisory cve
  kev nvd mitre > vulnerability
  shodan censys > security
  virustotal > malware
  osint recon reconnaissance > intelligence
  sandbox > execute
  repl jupyter > code
  colab kaggle > notebook
  distro debian fedora > system
  powershell cmd zsh > command shell
  daemon systemd > service
  vim emacs vscode ide > editor
  editor edit
  refactor > code
  autocomplete intellisense > completion
  monorepo submodule > repository
  stash unstaged > git
  gitignore blame > git
  collaborator contributor
  semver > version
  deprecated obsolete > version
  codegen scaffold > generate
  ast parser > parse
  syntax grammar
  wasm webassembly > binary
  fuzz > test
  mock stub > test
  cypress vitest junit mocha > test
  tailwind bootstrap > css
  vue angular svelte nextjs > component
  shadcn > component
  yarn pnpm > package
  django flask laravel fastapi > framework
  flutter > mobile app
  apk > app
  appstore > app
  emulator > device
  adb > android
  xcode > ios
  firebase firestore > database
  dynamodb cassandra couchdb neo > database
  duckdb clickhouse redshift > database sql
  orm prisma > database
  ddl dml > sql
  upsert > update
  rls > policy
  etl airflow dbt > pipeline
  lakehouse databricks parquet > dataset
  elasticsearch opensearch solr lucene > search index
  pinecone qdrant weaviate chroma milvus > vector
  rag > retrieval
  chunk > split
  finetune lora > training
  inference predict
  huggingface > model
  openai anthropic mistral deepseek ollama > model llm
  midjourney dalle > image
  hyperparameter > training
  ner > entity
  pytorch tensorflow keras > model
  pandas dataframe numpy > data
  matplotlib seaborn > chart
  cloudflare > dns
  vercel netlify heroku > deploy
  iam > permission role
  vpc > network
  sns > notification
  kms > key
  zapier ifttt > automation
  rpa > automation
  captcha > browser
  headless > browser
  xpath selector css
  dropdown checkbox > form
  popup dialog modal > window
  hover drag > mouse
  viewport > screen
  favicon > icon
  wix squarespace webflow > website
  cms > content
  permalink slug > url
  redirect url
  webscraping > scrape
  incognito > browser
  rebase squash > commit
  tmux > terminal
`;
