/** Where each service is reached from outside; the admin APIs are inside alone. Defaults are the ports of docker-compose.yml. */
export interface Server {
  url: string;
  description: string;
  variables: Record<string, { default: string; description: string }>;
}

export const publicServers: Record<string, Server> = {
  deploy: server('base_url', 8080, 'Deploy API and opt-out lists'),
  optout: server('base_url', 8080, 'Deploy API and opt-out lists'),
  collect: server('collect_url', 8081, 'Collection of single opt-outs, opt-out links'),
  mailer: server('mailer_url', 8082, 'Suppression files for mailers'),
};

const adminPorts: Record<string, number> = { deploy: 8091, optout: 8092, collect: 8093, mailer: 8094 };

export function adminServer(service: string): Server {
  return server(`${service}_admin_url`, adminPorts[service]!, `Admin API of ${service}, inside alone`);
}

function server(variable: string, port: number, description: string): Server {
  return {
    url: `{${variable}}`,
    description,
    variables: { [variable]: { default: `http://127.0.0.1:${port}`, description: 'Of the installation' } },
  };
}
